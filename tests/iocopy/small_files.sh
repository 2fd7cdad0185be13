#!/bin/bash
# Many small files: ranks share them out, and the disk is asked for many at once: small_files.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"
$python - <<'P' || exit 1
import numpy as np, os
os.mkdir('in')
for i in range(40): np.save(f'in/f{i:02}.npy', np.arange(100.) + i)
np.save('in/large.npy', np.arange(1e6))
P
# same FOLDER: it has each array, a checksum for each, and nothing else.
same() {
    $python - "$1" <<'P' || complain "$1 is not what in/ is"
import numpy as np, os, sys
names = sorted(os.listdir('in'))
assert sorted(os.listdir(sys.argv[1])) == sorted(names + [n + '.xxh3' for n in names]), os.listdir(sys.argv[1])
for n in names: assert (np.load('in/' + n) == np.load(sys.argv[1] + '/' + n)).all(), n
P
}
watched() { IO_SHIM_PREFIX=$folder LD_PRELOAD=$shim "$@"; }

IO_SHIM_REPORT=$folder/report IO_SHIM_NAMES=$folder/names watched iocopy in/ one/ --quiet >said || complain 'one rank failed'
same one
# A crash keeps any of the names that the folder got since it was synced: never a checksum without its file.
$python - names.* <<'P' || complain 'a file and its checksum got their names without a sync between them'
import sys
synced, checksums = set(), 0
for line in open(sys.argv[1]):
    names = set(line.split())
    if not any(name.endswith('.npy') for name in names): continue
    for name in names - synced:
        if name.endswith('.npy.xxh3'):
            checksums += 1
            assert name[:-5] in synced, name
    synced = names
assert checksums == 41, checksums
P
syncs=$(awk '{sum += $5} END {print sum}' report.*)
[ "${syncs:-0}" -gt 0 ] && [ "$syncs" -le 20 ] || complain "$syncs syncs for 41 files, expected 1 to 20"

# Rank by rank each small file, all together the large one; the report names them in the order of the lot.
local-mpirun -n 2 iocopy in/ two/ --json >said || complain 'two ranks failed'
same two
$python -c '
import json
files = json.load(open("said"))["files"]
assert [f["target"]["file"] for f in files] == [f"two/f{i:02}.npy" for i in range(40)] + ["two/large.npy"], files
assert [f["ranks"] for f in files] == 40 * [1] + [2], [f["ranks"] for f in files]' || complain 'not shared out'

# Ranks that copy different files share the processors, too.
$python -c '
import h5py, numpy as np, os
os.mkdir("packed")
for i in range(4):
    with h5py.File(f"packed/{i}.h5", "w") as f: f.create_dataset("a", data=np.arange(1e5).reshape(1000, 100), chunks=(50, 50), compression="gzip")'
local-mpirun -n 2 iocopy packed/ unpacked/ --deflate 2 --json >said || complain 'two ranks failed'
$python -c '
import json, os
threads = [f["threads"] for f in json.load(open("said"))["files"]]
assert threads == 4 * [max(1, len(os.sched_getaffinity(0)) // 2)], threads' || complain 'other threads'

# What one rank finds wrong is told once, and keeps nobody from the others.
cp -r in broken && head -c 90 in/f07.npy >broken/f07.npy
local-mpirun -n 3 iocopy broken/ rest/ >said 2>&1
code=$?
[ $code = 2 ] || complain "a broken file ended with $code, expected 2"
[ "$(grep -c "^iocopy: .*broken/f07.npy.*cut short" said)" = 1 ] || complain 'not told once'
[ "$(ls rest | grep -vc xxh3)" = 40 ] || complain 'the others were not copied'
local-mpirun -n 2 iocopy in/ rest/ --resume >said 2>&1 || complain '--resume failed'
same rest

# A kill leaves whole files, and what --resume makes whole.
for ranks in 1 2; do
    for write in 1 50; do
        rm -rf killed
        IO_SHIM_KILL_AT_WRITE=$write watched local-mpirun -n $ranks iocopy in/ killed/ >said 2>&1 && complain "write $write did not kill"
        for file in killed/*.npy; do
            [ ! -e "$file" ] || $python -c 'import numpy, sys; numpy.load(sys.argv[1])' "$file" || complain "$file is not whole"
        done
        local-mpirun -n $ranks iocopy in/ killed/ --resume --verify >said 2>&1 || complain "--resume failed after write $write of $ranks"
        same killed
    done
done

# Killed between the names of a file and of its checksum: --resume gives the second one.
mv killed/f03.npy.xxh3 killed/.f03.npy.xxh3.iocopy && touch killed/.f03.npy.iocopy-journal
iocopy in/ killed/ --resume >said 2>&1 || complain '--resume failed after a kill between two names'
same killed
mv killed/f04.npy.xxh3 killed/.f04.npy.xxh3.iocopy && touch killed/.f04.npy.iocopy-journal
inode=$(stat -c %i killed/f04.npy)
iocopy in/f04.npy killed/f04.npy --resume >said 2>&1 || complain '--resume refused a copy that a kill left without its checksum'
[ "$(stat -c %i killed/f04.npy)" = "$inode" ] || complain 'a file was replaced'
same killed

[ $failures = 0 ] && echo 'small files were copied'
exit $failures
