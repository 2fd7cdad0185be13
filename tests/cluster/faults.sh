#!/bin/bash
# What redist, iocopy and distcomm do when the network fails under them: an end within a stated time, one clear line, and no damaged output:
# faults.sh BINDIR SCRATCH-FOLDER
#
# A fault comes while data moves: as soon as all ranks run and the kernel has counted so many bytes since.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh" "$1" "$2" faults
export TESSERA_PATIENCE=4
declare -A commands=(
    [redist]="redist --array 'real8 A(800,800)' --from '(block,*)' --to '(*,block)' --ranks 4 --in in.h5:/A --out out/out.h5:/A --verify"
    [distcomm]="distcomm halo --array 'real8 A(800,800)' --from '(block,*)' --ranks 4 --stencil 9 --repeat 200 --in in.h5:/A --out out/out.h5:/A --verify"
    [iocopy]="iocopy in.h5:/A out/out.h5:/A --chunk 100,100 --access two-phase --memory 4MiB --verify"
)

bytes_so_far() {
    local-cluster links --json | grep -o '"bytes": [0-9]*' | awk '{ sum += $2 } END { print sum + 0 }'
}

# when_busy COMMAND...: once all ranks run and a fair part of their data is under way. Before they run, the kernel may still send again
# what ranks of the last run, cut off and killed, left in their sockets.
when_busy() {
    local before tries=0
    until local-cluster status | grep -q 'ranks that run: 4'; do
        ((++tries < 200)) || return
        sleep 0.05
    done
    before=$(bytes_so_far)
    until [ "$(bytes_so_far)" -gt $((before + 300000)) ]; do
        ((++tries < 400)) || return
        sleep 0.05
    done
    local-cluster "$@"
}

# with_fault PROGRAM FAULT...: runs it, and the fault in the middle; leaves what it said in `said`, and $code and $seconds.
with_fault() {
    local program=$1 start
    shift
    rm -rf out && mkdir out
    when_busy "$@" 2>fault.err &
    start=$SECONDS
    eval "local-cluster run -n 4 --timeout 60 $(type -P "$program") ${commands[$program]#* } --quiet" >told 2>said
    code=$?
    seconds=$((SECONDS - start))
    wait
    [ ! -s fault.err ] || complain "$program, $*: $(cat fault.err)"
}

# whole_or_absent: under its final name the output is complete or not there at all.
whole_or_absent() {
    [ ! -e out/out.h5 ] || cmp_arrays || complain "$1 left a damaged out.h5"
}

cmp_arrays() {
    local-mpirun -n 1 redist --array 'real8 A(800,800)' --from '(*,*)' --to '(*,*)' --ranks 1 --in out/out.h5:/A --verify --quiet >/dev/null 2>&1
}

# fails PROGRAM SECONDS WORDS FAULT...: ends with one line that has the words, within that time.
fails() {
    local program=$1 most=$2 words=$3
    shift 3
    with_fault "$program" "$@"
    [ $code -ne 0 ] || complain "$program survived: $*"
    [ $code -ne 124 ] || complain "$program hung: $*"
    [ $seconds -le "$most" ] || complain "$program, $*: ended after $seconds s, expected $most at most"
    { [ "$(wc -l <said)" -eq 1 ] && grep -q "$words" said; } || complain "$program, $*: said"$'\n'"$(cat said)"
    whole_or_absent "$program, $*"
    echo "$program, $*: ended after $seconds s: $(tail -n 1 said)"
}

# survives PROGRAM SECONDS FAULT...: takes longer, and is right.
survives() {
    local program=$1 most=$2
    shift 2
    with_fault "$program" "$@"
    [ $code -eq 0 ] || complain "$program, $*: ended with $code: $(cat said)"
    [ $seconds -le "$most" ] || complain "$program, $*: took $seconds s, expected $most at most"
    cmp_arrays || complain "$program, $*: the output is not what it should be"
    echo "$program, $*: done after $seconds s"
}

up 'crossbar(4)' --rate 10mbit --mtu 9000
local-mpirun -n 1 redist --array 'real8 A(800,800)' --from '(*,*)' --to '(*,*)' --ranks 1 --out in.h5:/A --quiet >/dev/null || complain "the source"
for program in redist iocopy distcomm; do
    # The cut node may be the first to speak, and a rank that has something to send before one that only waits: they give up 2 s apart.
    fails $program 25 '\(no answer from 10.77.0.3\|rank 2 at 10.77.0.3: no answer from 10.77.0.[1-4]\) for \(4\|6\|8\|10\) s: ' cut node 2
    local-cluster mend node 2
    fails $program 10 'rank 2 on node n2 was killed (signal 9)' kill 2
    [ $program = distcomm ] && continue # ends as redist does, and goes on as it does
    survives $program 40 slow node 1 1mbit
    local-cluster mend node 1
    survives $program 40 loss node 1 1%
    local-cluster mend node 1
done
