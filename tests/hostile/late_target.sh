#!/bin/bash
# Something gets the name of a target during the copy: it stays, the complete copy is beside it, and one line says so.
# late_target.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

head -c 200000 /dev/urandom >source.raw
of_raw=(--array 'float32 A[100][500]')

# takes_name TARGET DRAFT COMMAND...: runs the command, and makes the target while it is at work on the draft.
takes_name() {
    local target=$1 draft=$2
    shift 2
    name=$target
    "$@" >said 2>&1 &
    local job=$!
    for ((i = 0; i < 2000; ++i)); do
        compgen -G "$draft" >/dev/null && break
        sleep 0.01
    done
    printf 'somebody else' >"$target"
    wait $job
    [ $? -eq 1 ] || complain 'did not fail'
    [ "$(head -c 13 "$target" | tr -d "\0")" = 'somebody else' ] || complain 'replaced what appeared'
    [ "$(grep -c "something else got the name .*$target.* is '.*copy1" said)" = 1 ] || complain 'did not say where the copy is'
    ! compgen -G ".$target*" >/dev/null || complain "left $(compgen -G ".$target*")"
}
copy() { takes_name "$1" ".$1.iocopy" iocopy source.raw "$1" "${of_raw[@]}" --bandwidth 400KB -q; }

copy new.npy
cmp -s <(tail -c 200000 new.copy1.npy) source.raw || complain 'the copy is another one'
for target in new.h5 new.cdf new.zarr; do
    copy $target
    made iocopy "${target/./.copy1.}" back.raw -q -f >said 2>&1 && cmp -s back.raw source.raw || complain 'the copy is another one'
done
takes_name parts.json .parts.json.iocopy iocopy source.raw parts.json "${of_raw[@]}" --to '(block,*) onto P(2)' --bandwidth 400KB -q
iocopy parts.copy1.json back.raw -q -f >said 2>&1 && cmp -s back.raw source.raw || complain 'the copy is another one'

# redist has no bandwidth; the shim makes its requests slow.
export IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=300000
takes_name moved.npy .moved.npy.iocopy env LD_PRELOAD="$3" redist --array 'float32 A[100][500]' --from '(block,*) onto P(1)' \
    --to '(*,block) onto P(1)' --in source.raw --out moved.npy --quiet
cmp -s <(tail -c 200000 moved.copy1.npy) source.raw || complain 'the copy is another one'
exit "$failures"
