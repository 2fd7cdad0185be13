#!/bin/bash
# Bytes that the kernel counts on each link are those that are predicted, but for headers and acknowledgements: on a network of each
# kind, so that links have the same numbers here and there, and routes are the same: links.sh BINDIR SCRATCH-FOLDER
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh" "$1" "$2" links

# Frames of 1500 bytes carry 1448 of data and 66 of headers: 1.046. Acknowledgements of what flows the other way, 66 bytes for one or
# two frames, and what MPI says make it 1.12 at most. A message on another link than expected would make it 0 or 2. TCP sends again what
# it takes for lost, now on this link and now on that, which only adds: so each link is judged by the least of the tries, and no try
# may have less than the predicted bytes.
# within_headers NETWORK TRY...: files of races
within_headers() {
    python3 - "$@" <<'EOF'
import json, sys

network, *tries = sys.argv[1:]
links = [json.load(open(each))["races"][0]["algorithms"][0]["links"] for each in tries]
ratios = [[counted / predicted for counted, predicted in zip(one["counted"], one["predicted"]) if predicted] for one in links]
least = min(map(min, ratios))
largest = max(map(min, zip(*ratios)))
print(f"{network}: from {least:.3f} to {largest:.3f} of what was predicted, {len(tries)} runs")
sys.exit(not (least >= 1.03 and largest <= 1.12))
EOF
}

# once TRY NETWORK RANKS ALGORITHM
once() {
    local-cluster run -n "$3" --timeout 60 "$(type -P distbench)" alltoall --sizes 64KiB --algorithms "$4" --repeat 1 --topology "$2" \
        --machine delta --progress never --json --counters "$(type -P local-cluster) --name $TESSERA_CLUSTER links --json" \
        >"$1" 2>said
}

# race NETWORK RANKS ALGORITHM
race() {
    up "$1" --rate 200mbit
    rm -f try.*
    for try in 1 2 3 4 5 6 7 8; do
        once "try.$try" "$@" || break
        within_headers "$1" try.* && return
    done
    complain "$1: the kernel counts something else: $(cat said)"
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
