#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: what the commands do when one rank dies, or stops for good, under a launcher that lets the others wait for it:
# lost_rank.sh BINDIR SCRATCH-FOLDER
set -uo pipefail
bin=$1 folder=$2
mpirun=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../share/bin" && pwd)/local-mpirun
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
export TESSERA_PATIENCE=1
failures=0

complain() {
    echo "FAILED: $*"
    failures=1
}

# rank_two PROGRAM: the process of rank 2, once it has its memory.
rank_two() {
    local pid tries
    for ((tries = 0; tries < 200; ++tries)); do
        for pid in $(pgrep -x "$1"); do
            [ "$(readlink "/proc/$pid/cwd")" = "$folder" ] && tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" |
                grep -qx 'OMPI_COMM_WORLD_RANK=2' && echo "$pid" && return
        done
        sleep 0.05
    done
}

# loses SIGNAL LAUNCHER-OPTIONS LINE COMMAND...: rank 2 gets the signal as soon as the data moves; within 20 s the others say LINE.
loses() {
    local signal=$1 line=$3 launcher pid
    # shellcheck disable=SC2206 # words
    local options=($2)
    shift 3
    "$mpirun" "${options[@]}" -n 3 "$bin/$1" "${@:2}" >said 2>&1 &
    launcher=$!
    pid=$(rank_two "$1")
    sleep 1 # MPI has begun
    kill -"$signal" "$pid" || complain "$*: rank 2 did not run: $(cat said)"
    (sleep 20 && kill -KILL $launcher 2>/dev/null && pkill -KILL -P $launcher) &
    wait $launcher
    code=$?
    kill $! 2>/dev/null
    grep -q "$line" said || complain "$signal, $*: expected '$line': $(cat said)"
}

head -c 2400000 /dev/urandom >source.raw
"$bin/iocopy" source.raw source.h5:/A --array 'float32 A[1000][600]' --chunk 50,60 -q || exit 1
ended='^[a-z]*: rank 1: rank 2 on this node, process [0-9]*, ended 3 s ago$'
stopped='^[a-z]*: rank 1: rank 2 on this node is stopped, for 3 s by now; kill -CONT [0-9]* lets it go on$'
copy=(iocopy source.h5:/A new.npy --memory 2100KiB --bandwidth 300KB/s --progress never)
loses KILL --enable-recovery "$ended" "${copy[@]}"
[ ! -e new.npy ] || complain 'a part of the target appeared'
loses STOP '' "$stopped" "${copy[@]}" --force
[ $code = 69 ] || complain "a stopped rank ended the job with $code"
loses STOP '' "$stopped" redist --array 'real8 A(800,800)' --from '(block,*)' --to '(*,block)' --ranks 3 --repeat 100000
[ $code = 69 ] || complain "a stopped rank ended the job with $code"
exit $failures
