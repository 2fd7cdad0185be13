#!/bin/bash
# What a long copy has written goes from the disk's cache while it goes on: its journal is synced once for some MiB, of short copies never.
# Usage: early_sync.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"

random_bytes 88000000 >long.raw
head -c 8000000 long.raw >short.raw

# syncs LEAST MOST RANKS ROWS SOURCE TARGET OPTIONS...: of the journal, by all ranks.
syncs() {
    local least=$1 most=$2 ranks=$3 rows=$4 counted
    shift 4
    name="$*, $ranks ranks"
    rm -rf new.* report.*
    local-mpirun -n "$ranks" -x LD_PRELOAD="$shim" -x IO_SHIM_PREFIX="$folder" -x IO_SHIM_REPORT="$folder/report" \
        iocopy "$@" --array "float32 A[$rows][1000]" --memory 8MiB >said 2>&1 || complain 'failed'
    counted=$(cat report.* | awk '/iocopy-journal$/ { syncs += $5 } END { print syncs + 0 }')
    [ "$counted" -ge "$least" ] && [ "$counted" -le "$most" ] || complain "synced its journal $counted times, expected $least to $most"
}
# Five calls of 16 MiB; a thread that is called again before it has begun syncs once.
syncs 1 5 1 22000 long.raw new.raw
syncs 1 5 1 22000 long.raw new.h5:/A --chunk 100,1000 --deflate 1
syncs 1 5 1 22000 long.raw new.zarr:/A --chunk 100,1000
syncs 2 4 2 22000 long.raw new.raw # each has written 44 MB
syncs 0 0 1 2000 short.raw new.raw
exit $failures
