#!/bin/bash
# Clusters are made and removed, run programs rank by rank, and count bytes where they went: basics.sh BINDIR SCRATCH-FOLDER
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh" "$1" "$2" basics

namespaces() {
    ip netns list | grep -c "^tsr-$1-"
}

# ---- a mesh: the ranks sit where they should
up 'mesh(2,3)' --rate 100mbit
# shellcheck disable=SC2016 # expanded by the ranks
seen=$(local-cluster run -n 6 bash -c 'echo $OMPI_COMM_WORLD_RANK $(hostname) $(basename $TMPDIR)' | sort)
expect "one rank on each node" "$seen" "$(for r in 0 1 2 3 4 5; do echo "$r n$r n$r"; done)"
# shellcheck disable=SC2016
seen=$(local-cluster run -n 5 --per-node 2 bash -c 'echo $OMPI_COMM_WORLD_RANK $(hostname)' | sort)
expect "two ranks on each node" "$seen" "$(for r in 0 1 2 3 4; do echo "$r n$((r / 2))"; done)"
# shellcheck disable=SC2016
seen=$(local-cluster run -n 6 --per-node 2 --cyclic bash -c 'echo $OMPI_COMM_WORLD_RANK $(hostname)' | sort)
expect "ranks dealt to nodes in turn" "$seen" "$(for r in 0 1 2 3 4 5; do echo "$r n$((r % 3))"; done)"

# ---- redist relabels for the nodes that its ranks are on, which distplan is told
job=(--array 'real8 A(48,48)' --from '(block,cyclic(5)) onto P(3,2)' --to '(block,cyclic(3)) onto Q(2,3) ranks(5,4,2,0,1,3)' --relabel)
for dealing in '' --cyclic; do
    planned=$(distplan redist "${job[@]}" --per-node "2${dealing:+:cyclic}" --totals | head -n 2)
    moved=$(local-cluster run -n 6 --per-node 2 $dealing "$(type -P redist)" "${job[@]}" --verify 2>&1 | grep -A1 Relabelling | sed 's/^  \(Rel\|  \)/\1/')
    expect "relabelled for nodes ${dealing:-in blocks}" "$moved" "$planned"
done

# ---- bytes from node 0 to node 5 go along the row, then along the column, and nowhere else
busy_links() {
    local-cluster links | awk 'NR > 1 && $4 > 1000000 { printf "%s-%s ", $2, $3 }'
}
local-cluster run -n 6 --timeout 60 "$(type -P redist)" --array 'real8 A(250000)' --from '(block) onto P(1) ranks(0)' \
    --to '(block) onto Q(1) ranks(5)' --ranks 6 --verify --quiet >run.out 2>&1 || complain "redist: $(cat run.out)"
expect "links used from node 0 to node 5" "$(busy_links)" "2-5 0-1 1-2 0-R0 R5-5 "

# ---- what cannot be is refused, with the reason
refused() {
    local code=0 said
    said=$("${@:3}" 2>&1) || code=$?
    [ $code -eq "$1" ] || complain "${*:3} ended with $code, expected $1"
    [[ $said == *"$2"* ]] || complain "${*:3} said: $said"
}
refused 2 "need --per-node" local-cluster run -n 7 true
refused 2 "there is no link 0-5" local-cluster cut 0-5
refused 2 "bus(4)" local-cluster --name other up 'bus(4)' --rate 1mbit
refused 2 "fast" local-cluster --name other up 'mesh(2,2)' --rate fast
refused 1 "is up" local-cluster up 'mesh(2,2)' --rate 1mbit
refused 7 "" local-cluster run -n 1 bash -c 'exit 7'
refused 124 "longer than --timeout" local-cluster run -n 2 --timeout 2 sleep 60

# ---- two clusters side by side; `down` removes one, whatever runs on it, and says nothing when there is none
local-cluster --name other_test up 'crossbar(2)' --rate 100mbit >/dev/null || complain "a second cluster"
local-cluster run -n 6 sleep 60 >/dev/null 2>&1 &
sleep 1
local-cluster down || complain "down while a program runs"
wait
expect "namespaces left" "$(namespaces "$TESSERA_CLUSTER")" 0
expect "those of the other" "$(namespaces other_test)" 4
local-cluster down || complain "down of nothing"
# Half of one: as `up` leaves it when it is killed.
rm /run/tessera-cluster/other_test/ready
refused 1 "down removes it" local-cluster --name other_test up 'crossbar(2)' --rate 1mbit
local-cluster --name other_test down || complain "down of half a cluster"
expect "namespaces left" "$(namespaces other_test)" 0
expect "folders left" "$(ls -d /etc/netns/tsr-other_test-* /run/tessera-cluster/other_test 2>/dev/null)" ""
