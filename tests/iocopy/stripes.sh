#!/bin/bash
# What iocopy does on a file system that deals its files in stripes, as the shim pretends: stripes.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"

$python -c "import numpy; numpy.save('a.npy', numpy.arange(600000, dtype='f8').reshape(2000, 300))"
striped() { local-mpirun -n 2 -x LD_PRELOAD="$shim" -x IO_SHIM_LUSTRE="$1" iocopy "${@:2}"; }

# The plan says what was found, and nothing where nothing was.
striped 1048576,4 a.npy b.h5 --plan | grep -qF 'stripes   of the source: 4 of 1.0 MiB (Lustre); of the target: 4 of 1.0 MiB (Lustre)' ||
    complain 'the plan does not tell the stripes'
striped 1048576,4 a.npy b.h5 --plan --json | grep -qF '"target_stripes": {"system": "Lustre", "size": 1048576, "count": 4}' ||
    complain 'nor does its JSON'
iocopy a.npy b.h5 --plan | grep -q stripes && complain 'stripes are told where there are none'

# Whatever is as long as a stripe begins with one; an interrupted copy lays its file out as before.
offsets() { h5dump -pH "$1" | awk '/OFFSET/ { print $2 }'; }
striped 1048576,4 a.npy whole.h5 -q && [ "$(offsets whole.h5)" = 1048576 ] || complain "the array begins at $(offsets whole.h5)"
for options in '--chunk 500,300' '--chunk 500,300 --deflate 1'; do
    rm -f cut.h5
    # shellcheck disable=SC2086 # several words
    striped 65536,4 a.npy cut.h5 -q --verify $options || complain "$options: the copy failed"
    $python - <<'PY' || complain "$options: chunks do not begin with stripes, or hold something else"
import h5py, numpy, sys
with h5py.File('cut.h5') as f:
    made = f['a'].id
    odd = [made.get_chunk_info(i).byte_offset for i in range(made.get_num_chunks()) if made.get_chunk_info(i).byte_offset % 65536]
    sys.exit(bool(odd) or not numpy.array_equal(f['a'][...], numpy.load('a.npy')))
PY
done
iocopy a.npy plain.h5 -q && [ $(($(offsets plain.h5) % 65536)) -ne 0 ] || complain 'the file is laid out in stripes where there are none'

# Parts of a target in one piece end with stripes, where that costs hardly more.
/usr/bin/python3 -c "import numpy; numpy.save('columns.npy', numpy.asfortranarray(numpy.arange(40000 * 48.0).reshape(40000, 48)))"
turned=(columns.npy rows.h5 --order c --memory 3400KiB)
stripes_of_part() { python3 -c 'import json, sys; print(json.load(sys.stdin)["part"][0] * 48 * 8 / 65536)'; }
[[ $(striped 65536,4 "${turned[@]}" --plan --json | stripes_of_part) = *.0 ]] || complain 'two parts share a stripe'
[[ $(local-mpirun -n 2 iocopy "${turned[@]}" --plan --json | stripes_of_part) = *.0 ]] && complain 'stripes are kept to where there are none'
striped 65536,4 "${turned[@]}" -q --verify || complain 'parts that end with stripes: the copy failed'

[ $failures -eq 0 ] && echo 'stripes are found, told and kept to'
exit $failures
