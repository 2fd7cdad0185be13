#!/bin/bash
# What a killed redist leaves is told, is not mistaken for something to go on with, and is gone after --force.
# killed_drafts.sh BINDIR SCRATCH-FOLDER IO-SHIM
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

head -c 200000 /dev/urandom >source.raw
moves() {
    local target=$1
    shift
    [[ $BASHPID = "$$" ]] || set -- exec "$@" # what is killed is redist itself
    "$@" redist --array 'float32 A[100][500]' --from '(block,*) onto P(1)' --to '(*,block) onto P(1)' --in source.raw --out "$target" \
        --quiet "${more[@]}"
}
for target in new.npy new.h5 new.zarr parts.json; do
    name=$target more=()
    IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=30000 moves $target env LD_PRELOAD="$3" >said 2>&1 &
    for ((i = 0; i < 2000; ++i)); do
        [ -e .$target.iocopy ] && break
        sleep 0.01
    done
    kill -STOP $!
    moves $target env >said 2>&1
    [ $? -eq 2 ] && grep -q 'another copy is at work .*: process' said || complain 'began beside a run at work'
    kill -KILL $! && wait $! 2>/dev/null
    moves $target env >said 2>&1
    [ $? -eq 2 ] && grep -q "a copy to '$target' was interrupted; --force begins again" said || complain 'did not tell what is left'
    as=()
    [ $target != parts.json ] || as=(--to '(*,block)')
    iocopy source.raw $target --array 'float32 A[100][500]' "${as[@]}" -q >said 2>&1
    [ $? -eq 2 ] && grep -q "interrupted; --force begins again" said || complain 'iocopy did not tell what is left'
    more=(--force)
    moves $target env >said 2>&1 || complain 'did not begin again'
    [ "$(find . -name '.*.iocopy*')" = '' ] || complain "left $(find . -name '.*.iocopy*')"
    [ "$(find . -name 'parts.*.bin' | wc -l)" -le 1 ] || complain "left $(find . -name 'parts.*')"
done
exit "$failures"
