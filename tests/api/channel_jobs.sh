#!/bin/bash
# Two jobs hand an array over by the C interface. Usage: channel_jobs.sh MPIRUN PROGRAM SCRATCH
set -euo pipefail
mpirun=$1 program=$2 scratch=$3
mkdir -p "$scratch"
rm -f "$scratch/meeting"
timeout 120 "$mpirun" -n 2 "$program" send "$scratch/meeting" </dev/null &
sender=$!
timeout 120 "$mpirun" -n 3 "$program" receive "$scratch/meeting" </dev/null
wait $sender
[ ! -e "$scratch/meeting" ] || { echo "the meeting file is left" >&2; exit 1; }
