#!/bin/bash
# Copies of many small files by one iocopy beside cp -r and sync, interleaved: small_files_bench.sh BINDIR FOLDER [FILES] [ROUNDS]
# Prints the seconds of each round and the ratio of the medians, of 1, 2 and 4 ranks. Each round copies to new folders, which stay
# until the end: the file system is slow to give names and places again that were taken a moment ago.
set -euo pipefail
bin=$(realpath "$1") files=${3:-1000} rounds=${4:-5}
here=$(cd "$(dirname "$0")" && pwd)
PATH=$bin:$here/../../share/bin:$PATH
folder=$2/small-files-$$
mkdir -p "$folder" && cd "$folder"
trap 'rm -rf "$folder"' EXIT
/usr/bin/python3 - "$files" <<'P'
import numpy as np, os, sys
os.mkdir('in')
for i in range(int(sys.argv[1])): np.save(f'in/f{i:05}.npy', np.arange(112.) + i)
P
sync
# seconds WAY COMMAND...: appends to WAY.times
seconds() {
    local way=$1 begin
    shift
    begin=$(date +%s.%N)
    "$@" >/dev/null
    echo "$(date +%s.%N) $begin" | awk '{printf "%.2f\n", $1 - $2}' >>"$way.times"
}
copy_and_sync() { cp -r in "$1" && sync; }
for ((round = 0; round < rounds; ++round)); do
    seconds cp copy_and_sync "cp-$round"
    for ranks in 1 2 4; do
        seconds "iocopy-$ranks" local-mpirun -n $ranks iocopy in/ "out-$ranks-$round/" --quiet
    done
done
median() { sort -n "$1.times" | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
echo "$files files of 1 KiB, $rounds rounds, load $(cut -d' ' -f1 /proc/loadavg)"
for way in cp iocopy-1 iocopy-2 iocopy-4; do
    echo "$way $(median $way) $(median cp) $(paste -sd' ' $way.times)" |
        awk '{printf "%-9s median %6.2f s, %5.2f of cp and sync;", $1, $2, $2 / $3; for (i = 4; i <= NF; ++i) printf " %s", $i; print ""}'
done
