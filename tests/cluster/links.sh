#!/bin/bash
# Bytes that the kernel counts on each link are those that are predicted, but for headers and acknowledgements: on a network of each
# kind, so that links have the same numbers here and there, and routes are the same: links.sh BINDIR SCRATCH-FOLDER
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh" "$1" "$2" links

# Frames of 1500 bytes carry 1448 of data and 66 of headers: 1.046. Acknowledgements of what flows the other way, 66 bytes for one or
# two frames, and what MPI says make it 1.12 at most. A message on another link than expected would make it 0 or 2.
within_headers() {
    distbench table cluster races.json --json | tr ',{' '\n' | awk -F': ' -v network="$1" '
        /"least"/ && $2 + 0 < 1.03 { print network ": counted only " $2 + 0 " of what was predicted"; bad = 1 }
        /"largest"/ && $2 + 0 > 1.12 { print network ": counted " $2 + 0 " times what was predicted"; bad = 1 }
        /"largest"/ { found = 1; print network ": at most " $2 + 0 }
        END { exit bad || !found }'
}

# once NETWORK RANKS ALGORITHM
once() {
    local-cluster run -n "$2" --timeout 60 "$(type -P distbench)" alltoall --sizes 64KiB --algorithms "$3" --repeat 1 --topology "$1" \
        --machine delta --progress never --json --counters "$(type -P local-cluster) --name $TESSERA_CLUSTER links --json" \
        >races.json 2>said && within_headers "$1"
}

# race NETWORK RANKS ALGORITHM: a busy machine acknowledges late and TCP sends again, which counts too, so it has three tries; a wrong route
# fails them all.
race() {
    up "$1" --rate 200mbit
    once "$@" || once "$@" || once "$@" || complain "$1: the kernel counts something else: $(cat said)"
}

race 'crossbar(4)' 4 pex
race 'mesh(2,3)' 6 gen
race 'torus(5)' 5 gen
race 'hypercube(3)' 8 pex
race 'fattree(2,3)' 8 pex

# ---- a network that is another is noticed
local-cluster run -n 8 --timeout 60 "$(type -P distbench)" alltoall --sizes 64KiB --algorithms pex --repeat 1 --topology 'mesh(2,4)' \
    --machine delta --progress never --counters "$(type -P local-cluster) --name $TESSERA_CLUSTER links --json" >/dev/null 2>said
expect "exit code" $? 1
grep -q "its link 0 is not the one from" said || complain "another network: $(cat said)"
