#!/bin/bash
# What is being made is its maker's alone, and a copy is never more open than its source. rights.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

umask 022
head -c 200000 /dev/urandom >source.raw
chmod 600 source.raw
of_raw=(--array 'float32 A[100][500]')
rights() { stat -c %a "$1"; }

for target in new.npy new.h5 new.cdf new.zarr; do
    name=$target
    iocopy source.raw $target "${of_raw[@]}" --bandwidth 400KB -q >said 2>&1 &
    for ((i = 0; i < 2000; ++i)); do
        [ -e .$target.iocopy ] && [ -e .$target.iocopy-journal ] && break
        sleep 0.01
    done
    for made in .$target.iocopy .$target.iocopy-journal; do
        [[ $(rights $made) = [67]00 ]] || complain "$made is open to others: $(rights $made)"
    done
    wait $! || complain 'failed'
    [[ $(rights $target) = [67]00 ]] || complain "the copy of a file for one user is open to others: $(rights $target)"
done
name=
iocopy source.raw parts.json "${of_raw[@]}" --to '(block,*) onto P(2)' -q >said 2>&1 || complain 'failed'
for part in parts.json parts.0*; do [ "$(rights "$part")" = 600 ] || complain "$part: $(rights "$part")"; done
redist --array 'float32 A[100][500]' --from '(block,*) onto P(1)' --to '(*,block) onto P(1)' --in source.raw --out moved.npy --quiet >said 2>&1
[ "$(rights moved.npy)" = 600 ] || complain "moved.npy: $(rights moved.npy)"

# What others may read stays so, in files and in stores; what is replaced gives its own rights.
chmod 644 source.raw
iocopy source.raw open.npy "${of_raw[@]}" -q && [ "$(rights open.npy)" = 644 ] || complain "open.npy: $(rights open.npy)"
iocopy source.raw open.zarr "${of_raw[@]}" -q && [ "$(rights open.zarr)" = 755 ] || complain "open.zarr: $(rights open.zarr)"
chmod 640 open.npy
iocopy source.raw open.npy "${of_raw[@]}" -q --force && [ "$(rights open.npy)" = 640 ] || complain "replaced: $(rights open.npy)"
exit "$failures"
