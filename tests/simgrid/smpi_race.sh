#!/bin/bash
# Races all algorithms as an MPI program on a simulated network and prints the regret of `auto`; it reports, it does not judge.
# Usage: smpi_race.sh FOLDER-OF-THE-PROGRAMS TOPOLOGY BYTES...        e.g. smpi_race.sh build/dev/tests/simgrid 'mesh(8,8)' 64 65536
set -euo pipefail
folder=$1 topology=$2
shift 2
rate=1e9 latency=1e-6 # of every link: bytes per second, seconds
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$folder/smpi_platform" "$topology" $rate $latency >"$scratch/platform.xml"
grep -o 'host id="[^"]*"' "$scratch/platform.xml" | cut -d'"' -f2 >"$scratch/hosts"
smpirun -np "$(wc -l <"$scratch/hosts")" -platform "$scratch/platform.xml" -hostfile "$scratch/hosts" \
    --cfg=smpi/simulate-computation:no --log=root.thresh:error "$folder/smpi_race" "$topology" $rate "$@"
