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
# redist holds arrays in memory, so its disk has to be small: where the system lets us make one.
if unshare -rm true 2>/dev/null; then
    mkdir small
    moves=(redist --array 'float32 A[1000][1000]' --from '(block,*) onto P(1)' --to '(*,block) onto P(1)' --out small/new.npy --quiet)
    # shellcheck disable=SC2016
    refuses '3.8 MiB' unshare -rm sh -c 'mount -t tmpfs -o size=1m tmpfs small && exec "$@"' sh "${moves[@]}"
    # shellcheck disable=SC2016
    unshare -rm sh -c 'mount -t tmpfs -o size=1m tmpfs small && exec "$@"' sh "${moves[@]}" --any-size >said 2>&1
    [ $? -eq 1 ] && grep -q 'No space left' said || complain 'did not begin'
fi
[ -z "$(find . -name '*new*')" ] || complain "left $(find . -name '*new*')"
begins iocopy huge.raw new.npy "${of_raw[@]}" --any-size --bandwidth 1MB -q
refuses '15.0 TiB' iocopy huge.raw new.npy "${of_raw[@]}" --resume -q
rm -f .new* huge.raw
exit "$failures"
