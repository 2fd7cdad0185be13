#!/bin/bash
# What the target's disk has no room for is refused before a byte is written, unless --any-size. room.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

truncate -s 15T huge.raw || exit 1
of_raw=(--array 'float32 A[4123168604160]')
mkdir huge.zarr # 16 TiB in chunks that nobody has written, without filters
printf '{"zarr_format": 2, "shape": [4398046511104], "chunks": [1048576], "dtype": "<f4", "fill_value": 0, "order": "C", "filters": null, "compressor": null}' \
    >huge.zarr/.zarray
# refuses SIZE COMMAND...
refuses() {
    local size=$1
    shift
    timeout 10 "$@" >said 2>&1
    [ $? -eq 2 ] && [ "$(wc -l <said)" = 1 ] && grep -q "takes at least $size, and '.*' has room for .*--any-size" said ||
        complain "did not refuse it: $*"
}
# begins COMMAND...: until it is told to stop.
begins() {
    "$@" >said 2>&1 &
    for ((i = 0; i < 1000; ++i)); do
        [ -s .new.npy.iocopy-journal ] && [ -e .new.npy.iocopy ] && break
        sleep 0.01
    done
    sleep 0.3
    kill -TERM $!
    wait $!
    [ -e .new.npy.iocopy ] || complain "did not begin: $*"
}
refuses '15.0 TiB' iocopy huge.raw new.npy "${of_raw[@]}" -q
refuses '16.0 TiB' iocopy huge.zarr new.zarr -q
# says FILE ROW COMMAND...: both sizes, before or after the work.
says() {
    local row=$1
    shift
    "$@" >said 2>&1
    grep -Eq "^  room      at most $row of elements to write; [0-9.]+ [KMGTPE]?i?B (are|were) free$" said || complain "does not say the room: $*"
}
says '15.0 TiB' iocopy huge.raw new.npy "${of_raw[@]}" --plan
iocopy huge.raw new.npy "${of_raw[@]}" --plan --json | grep -q '"room": {"most_bytes": 16492674416640, "free_bytes": [0-9]*}' || complain 'no room in the plan'
few=(--array 'float32 A[10][10]' --from '(*,block) onto P(1)')
says '400 B' redist "${few[@]}" --to '(block,*) onto P(1)' --out few.npy
says '400 B' iocopy few.npy few.raw
says '576 B' iocopy few.npy few.zarr --chunk 3,3 # whole chunks, at the ends as well
printf '      real A(10,10)\n!hpf$ processors P(4)\n!hpf$ template T(4)\n!hpf$ align A(*,*) with T(*)\n!hpf$ distribute T(block) onto P\n' >copies.hpf
says '1.6 KiB' local-mpirun -n 4 redist copies.hpf --out few/ # a copy for each rank
says '400 B' iocopy few.npy new/few.npy --plan
says '400 B' distcomm scan "${few[@]}" --out scan.npy
distcomm scan "${few[@]}" --out scan.json --json | grep -q '"room": {"most_bytes": 400, "free_bytes": [0-9]*}' || complain 'no room in the report'
# redist holds arrays in memory, so its disk has to be small: where the system lets us make one.
if unshare -rm true 2>/dev/null; then
    mkdir small
    moves=(redist --array 'float32 A[1000][1000]' --from '(block,*) onto P(1)' --to '(*,block) onto P(1)' --out small/new.npy --quiet)
    # shellcheck disable=SC2016
    refuses '3.8 MiB' unshare -rm sh -c 'mount -t tmpfs -o size=1m tmpfs small && exec "$@"' sh "${moves[@]}"
    # shellcheck disable=SC2016
    unshare -rm sh -c 'mount -t tmpfs -o size=1m tmpfs small && exec "$@"' sh "${moves[@]}" --any-size >said 2>&1
    [ $? -eq 1 ] && grep -q 'No space left' said || complain 'did not begin'
    scan=(distcomm scan --array 'float32 A[1000][1000]' --from '(block,*) onto P(1)' --out small/new.npy --quiet)
    # shellcheck disable=SC2016
    refuses '3.8 MiB' unshare -rm sh -c 'mount -t tmpfs -o size=1m tmpfs small && exec "$@"' sh "${scan[@]}"
fi
[ -z "$(find . -name '*new*')" ] || complain "left $(find . -name '*new*')"
begins iocopy huge.raw new.npy "${of_raw[@]}" --any-size --bandwidth 1MB -q
refuses '15.0 TiB' iocopy huge.raw new.npy "${of_raw[@]}" --resume -q
# A resumed copy looks at what is done and not at all that will be: it is at work at once, and stops when it is told to.
timeout -k 3 --preserve-status 1 iocopy huge.raw new.npy "${of_raw[@]}" --any-size --bandwidth 1MB --resume -q >said 2>&1
[ $? -eq 75 ] && grep -q ': [1-9].* were copied and kept' said || complain 'did not stop, or had not begun'
rm -f .new* huge.raw
exit "$failures"
