#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# copy_files() of the library makes the files that iocopy makes, and returns what iocopy tells: library_copy.sh BINDIR SCRATCH-FOLDER PROGRAM
. "$(dirname "$0")/begin.sh" "$1" "$2"
program=$3
needs_modules h5py
$python - <<'P' || exit 1
import h5py, numpy as np
with h5py.File('in.h5', 'w') as f:
    x = f.create_dataset('x', data=np.arange(60000, dtype='f4').reshape(300, 200), chunks=(50, 60), compression='gzip', shuffle=True)
    x.attrs['units'] = 'm'
    f['y'] = np.arange(5)
with h5py.File('empty.h5', 'w') as f: f.create_group('g')
P

# by_library RANKS WORDS...: what the program prints is in `facts`.
by_library() {
    name="library_copy ${*:2}"
    timeout 60 local-mpirun -n "$1" "$program" "${@:2}" >facts 2>said
}
fact() { grep -qxF -- "$1" facts || complain "does not return '$1': $(cat facts)"; }
"$program" --options >said 2>&1 || complain 'these options differ from those of iocopy'

for ranks in 1 3; do
    rm -rf lib.* cmd.*
    by_library $ranks in.h5:/x lib.npy memory=8MiB || complain failed
    fact 'lost attributes (units)' && fact 'lost the filter deflate 4' && fact 'bytes 240000' && fact 'wrong nothing' && fact 'stopped false'
    made iocopy in.h5:/x cmd.npy -q && cmp lib.npy cmd.npy || complain 'made another file'
    by_library $ranks in.h5 lib.zarr as=zarr2 chunk=x:30,40 compress=zstd:1 verify || complain failed
    iocopy in.h5 cmd.zarr --as zarr2 --chunk x:30,40 --compress zstd:1 -q >said 2>&1 && diff -r lib.zarr cmd.zarr >said || complain 'made another store'
    by_library $ranks in.h5:/x lib.h5:/B array=x && grep -q "^refused --array is for raw files" facts || complain "$(cat facts)"
    by_library $ranks in.h5:/x lib.raw chunk=none header=16 || complain failed
    made iocopy in.h5:/x cmd.raw --chunk none --header 16 -q && cmp lib.raw cmd.raw || complain 'made another raw file'
    by_library $ranks empty.h5 lib.h5 || complain failed
    h5diff empty.h5 lib.h5 || complain 'made another file without arrays'
    # Refusals, with the words of the command.
    by_library $ranks in.h5:/x lib.npy || complain 'ranks return different answers'
    grep -q "^refused 'lib.npy' exists" facts || complain "replaced a file: $(cat facts)"
    by_library $ranks in.h5:/x new.npy strict && grep -q '^refused .new.npy. would not keep attributes (units), the filter shuffle' facts || complain "$(cat facts)"
    by_library $ranks in.h5:/x new.npy memory=little && grep -q '^refused --memory' facts || complain "$(cat facts)"
    by_library $ranks in.h5:/x new.npy memry=8MiB && fact "refused a copy has no option 'memry'; did you mean 'memory'?"
    by_library $ranks in.h5:/x new.npy access=slow && fact "refused --access: 'slow' is none of auto, direct, sieve, two-phase"
    by_library $ranks in.h5:/x new.npy verify=yes && fact 'refused --verify takes no value'
    by_library $ranks nothing.h5 new.h5 && grep -q '^refused ' facts || complain "$(cat facts)"
    [ ! -e new.npy ] && [ ! -e new.h5 ] || complain 'a refused target is there'
    by_library $ranks in.h5:/x stopped.npy && fact 'stopped true'
    [ ! -e stopped.npy ] || complain 'a stopped target has its name'
    rm -rf .stopped* stopped*
done

if [ $failures = 0 ]; then echo 'the library copies as iocopy does'; fi
exit $failures
