#!/bin/bash
# The shim counts what the probe does, and breaks the disk where it is told to: shim_test.sh SHIM PROBE SCRATCH-FOLDER
set -euo pipefail
shim=$1 probe=$2 folder=$3
rm -rf "$folder" && mkdir -p "$folder"
failures=0

# under NAME EXPECTED-REPORT EXPECTED-RESULTS [SETTING=VALUE...]: runs the probe with these settings of the shim.
under() {
    local name=$1 counts=$2 results=$3 found told
    shift 3
    told=$(env "$@" LD_PRELOAD="$shim" IO_SHIM_PREFIX="$folder" IO_SHIM_REPORT="$folder/$name" "$probe" "$folder/data" | paste -sd,)
    found=$(cat "$folder/$name".*)
    if [ "$found" = "$counts $folder/data" ] && [ "$told" = "$results" ]; then return; fi
    printf '%s:\n  counted  %s\n  expected %s %s\n  told     %s\n  expected %s\n' \
        "$name" "$found" "$counts" "$folder/data" "$told" "$results"
    failures=1
}

under counts '3 20 3 24 2' 'write 8,pwrite 10,pwritev 6,read 8,pread 6,preadv 6'
under bad-read '3 17 3 24 2' 'write 8,pwrite 10,pwritev 6,read 8,pread 3,preadv 6' IO_SHIM_BAD_READ=11
under bad-first-byte '3 14 3 24 2' 'write 8,pwrite 10,pwritev 6,read 8,pread 6,preadv Input/output error' IO_SHIM_BAD_READ=14
under wrong-read '3 20 3 24 2' 'write 8,pwrite 10,pwritev 6,read 8,pread spoilt 6,preadv 6' IO_SHIM_WRONG_READ=11
under wrong-piece '3 20 3 24 2' 'write 8,pwrite 10,pwritev 6,read 8,pread 6,preadv spoilt 6' IO_SHIM_WRONG_READ=19
under wrong-first '3 20 3 24 2' 'write 8,pwrite 10,pwritev 6,read spoilt 8,pread 6,preadv 6' IO_SHIM_WRONG_READ=0
under wrong-nowhere '3 20 3 24 2' 'write 8,pwrite 10,pwritev 6,read 8,pread 6,preadv 6' IO_SHIM_WRONG_READ=20
under bad-write '3 20 3 16 2' 'write 8,pwrite 2,pwritev 6,read 8,pread 6,preadv 6' IO_SHIM_BAD_WRITE=10
under full-disk '3 10 3 10 2' 'write 8,pwrite 2,pwritev No space left on device,read 8,pread 2,preadv 0' IO_SHIM_DISK_END=10

# A kill at a write leaves what was written before it.
kill_at_write() {
    local code=0
    env LD_PRELOAD="$shim" IO_SHIM_PREFIX="$folder" IO_SHIM_KILL_AT_WRITE="$1" "$probe" "$folder/killed" >/dev/null 2>&1 || code=$?
    [ $code -eq 137 ] && [ "$(stat -c %s "$folder/killed")" -eq "$2" ] && return
    echo "kill at write $1: $(stat -c %s "$folder/killed") bytes were written, not $2"
    failures=1
}
kill_at_write 1 0
kill_at_write 2 8

begin=$(date +%s%N)
under latency '3 20 3 24 2' 'write 8,pwrite 10,pwritev 6,read 8,pread 6,preadv 6' IO_SHIM_LATENCY_US=20000
elapsed=$((($(date +%s%N) - begin) / 1000000))
if [ "$elapsed" -lt 120 ]; then echo "latency: 6 requests of 20 ms took $elapsed ms" && failures=1; fi

# Elsewhere it looks away.
IO_SHIM_PREFIX=/nowhere IO_SHIM_BAD_READ=0 LD_PRELOAD="$shim" IO_SHIM_REPORT="$folder/elsewhere" "$probe" "$folder/data" >"$folder/out"
if grep -q error "$folder/out" || ls "$folder"/elsewhere.* 2>/dev/null; then echo "elsewhere: it did not look away" && failures=1; fi
exit $failures
