#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: iocopy beside h5repack and dd, in turns on one file system; medians and ratios.
# usage: iocopy_bench.sh BIN FOLDER [ROUNDS] [RANKS]
#   BIN: where iocopy and redist are; FOLDER: an empty place on the file system to measure, with 6 GiB free;
#   ROUNDS: how often each is timed (5; h5repack once, it is slow); RANKS: of iocopy (as many as there are cores)
set -euo pipefail

bin=$(realpath "$1")
folder=$(realpath "$2")
rounds=${3:-5}
ranks=${4:-$(nproc)}
here=$(realpath "$(dirname "$0")")
mpi=$here/../../share/bin/local-mpirun
cd "$folder"
trap 'rm -rf source-* copy-* times-*' EXIT

# seconds COMMAND...: how long it takes; whatever it says is shown only if it fails.
seconds() {
    local from to
    from=$(date +%s.%N)
    "$@" >copy-log 2>&1 || { cat copy-log >&2; exit 1; }
    to=$(date +%s.%N)
    awk "BEGIN { print $to - $from }"
}

# timed NAME COMMAND...: one more time of NAME; what it wrote is removed. The disk comes to rest first, or the one before is paid for.
timed() {
    local name=$1
    shift
    sync
    sleep 1
    seconds "$@" >>"times-$name"
    rm -rf copy-*
}

median() { sort -g "times-$1" | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'; }

# row NAME PEER GATE: NAME's median beside PEER's; GATE is what is asked for, in words.
row() {
    awk -v name="$1" -v peer="$2" -v gate="$3" -v t="$(median "$1")" -v p="$(median "$2")" -v s="$(sort -g "times-$1" | tr '\n' ' ')" \
        'BEGIN { split(s, all, " "); n = length(all)
                 printf "%-34s %7.2f s (%.2f to %.2f)  %-34s %7.2f s   ratio %5.2f  %s\n", name, t, all[1], all[n], peer, p, t / p, gate }'
}

iocopy() { "$mpi" -n "$ranks" "$bin/iocopy" "$@" --force --quiet; }
copied() { dd if="$1" of=copy-dd bs=4M conv=fsync; }

# rechunk ROWS COLUMNS TALL [GATES]: uint32 from chunks {512,1} to {TALL,10}, {64,4096} and contiguous; what is asked for beside
# h5repack and beside dd.
rechunk() {
    local rows=$1 columns=$2 tall=$3 source=source-$1x$2.h5
    "$mpi" -n 1 "$bin/redist" --array "uint32 A[$rows][$columns]" --from '(block,*) onto P(1)' --to '(block,*) onto P(1)' \
        --out source-c.h5 --force --quiet >copy-log
    iocopy source-c.h5 "$source" --chunk 512,1 >copy-log
    rm -f source-c.h5*
    local name=${rows}x$columns
    for ((round = 0; round <= rounds; ++round)); do
        timed "dd-$name" copied "$source"
        timed "$name-to-$tall,10" iocopy "$source" copy-a.h5 --chunk "$tall,10" --memory 64MiB
        timed "$name-to-64,4096" iocopy "$source" copy-a.h5 --chunk 64,4096 --memory 64MiB
        timed "$name-to-contiguous" iocopy "$source" copy-a.h5 --chunk none --memory 64MiB
    done
    for target in "$tall,10:CHUNK=${tall}x10" "64,4096:CHUNK=64x4096" "contiguous:CONTI"; do
        timed "h5repack-$name-to-${target%%:*}" h5repack -l "A:${target#*:}" "$source" copy-a.h5
    done
    for target in "$tall,10" 64,4096 contiguous; do
        row "$name-to-$target" "h5repack-$name-to-$target" "${4-}"
        row "$name-to-$target" "dd-$name" "${5-}"
    done
    rm -f "$source"*
}

whole() {
    head -c 1073741824 /dev/urandom >source-a.raw
    local array='uint32 A[16384][16384]'
    iocopy source-a.raw source-b.raw --array "$array" >copy-log # its sum is beside the source then
    for ((round = 0; round <= rounds; ++round)); do
        timed dd-1GiB copied source-b.raw
        timed copy-1GiB iocopy source-b.raw copy-a.raw --array "$array"
        timed copy-verified-1GiB iocopy source-b.raw copy-a.raw --array "$array" --verify
        timed transpose-1GiB iocopy source-b.raw copy-a.raw --array "$array" --copy 'B[j][i]=A[i][j]'
    done
    row copy-1GiB dd-1GiB "at most 1.3"
    row copy-verified-1GiB dd-1GiB "at most 2"
    row transpose-1GiB dd-1GiB "at most 3"
}

echo "iocopy with $ranks ranks, $rounds rounds and one to warm up; dd bs=4M conv=fsync"
whole
rechunk 8192 4096 8192
rechunk 16384 8192 16384 "at most 0.125" "at most 4"
row 16384x8192-to-16384,10 8192x4096-to-8192,10 "at most 5"
row 16384x8192-to-64,4096 8192x4096-to-64,4096 "at most 5"
row 16384x8192-to-contiguous 8192x4096-to-contiguous "at most 5"
