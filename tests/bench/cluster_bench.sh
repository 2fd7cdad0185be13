#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: predictions beside a real network: all-to-alls and redistributions on clusters of network namespaces (share/bin/local-cluster).
# usage: cluster_bench.sh BIN FOLDER [RATE] [ROUNDS] [NETWORK...]
#   BIN: where distbench is; FOLDER: an empty place for what is measured; RATE: of each link, in mbit (5), so low that the network and
#   not the processors of this one machine decide; ROUNDS: whose median counts (7); NETWORKs: all four
# Times are predicted with the rate alone, with the headers of full packets (1514 bytes carry 1448) and LATENCY seconds to start a
# message (0.0002): nothing is fitted. Algorithms that forward messages stay out, but for bruck: they send everything twice and more.
# Prints the recorded table beside what was measured. To record that instead:
#   distbench table cluster FOLDER/*.races.json --json >datasets/cluster/recorded.json
set -euo pipefail

bin=$(realpath "$1")
folder=$(realpath "$2")
rate=${3:-5}
rounds=${4:-7}
networks=("${@:5}")
[ ${#networks[@]} -gt 0 ] || networks=('crossbar(8)' 'mesh(2,4)' 'fattree(2,3)' 'mesh(4,4)')
here=$(realpath "$(dirname "$0")")
cluster=("$here/../../share/bin/local-cluster" --name bench)
trap '"${cluster[@]}" down' EXIT
cd "$folder"
algorithms=${ALGORITHMS:-pex,gen,bex,pex-gen,coloured,largest-first,split,staged,lex,bruck,unscheduled}

# A profile of links of that rate, and nothing else.
write_machine() {
    awk -v rate="$rate" -v alpha="${LATENCY:-0.0002}" -v name="$2" 'BEGIN {
        byte = 8 * 1514 / 1448 / rate # us
        printf "{\"schema\": \"tessera.machine/1\", \"name\": \"%s\", \"source\": \"the rate of the links\",\n", name
        printf " \"protocols\": [{\"from_bytes\": 0, \"alpha\": {\"value\": %g, \"unit\": \"us\"}", alpha * 1e6
        split("ex sr s sat", ways, " ")
        for (i = 1; i <= 4; ++i) printf ", \"beta_%s\": {\"value\": %g, \"unit\": \"us/B\"}", ways[i], byte
        print "}]}" }' >"$1"
}

# job NAME DECLARATION FROM TO: a redistribution as a job file; P, Q and R are arrangements of all ranks.
job() {
    cat >"$1.hpf" <<HPF
      $2
!hpf\$ processors P($ranks)
!hpf\$ processors Q($rows,$columns)
!hpf\$ processors R($columns,$rows)
!hpf\$ distribute A$3
!hpf\$ dynamic A
!hpf\$ redistribute A$4
      end
HPF
    jobs+=("$1.hpf")
}

# Eight redistributions: from few long messages to many short ones, regular and not, with idle ranks and without. About 1 MiB each.
write_jobs() {
    local half=$((ranks / 2)) sizes='' i left=131072 size
    for ((i = 0; i < ranks - 1; ++i)); do
        size=$((left / 3))
        sizes+="$size,"
        left=$((left - size))
    done
    sizes+=$left
    jobs=()
    job block-to-cyclic 'real*8 A(131072)' '(block) onto P' '(cyclic) onto P'
    job cyclic3-to-cyclic8 'real*8 A(131072)' '(cyclic(3)) onto P' '(cyclic(8)) onto P'
    job rows-to-columns 'complex*16 A(256,256)' '(block,*) onto P' '(*,block) onto P'
    job tiles-turned 'real*8 A(384,384)' '(block,block) onto Q' '(block,block) onto R'
    job half-to-all 'real*8 A(131072)' "(block) onto P(1:$half)" '(block) onto P'
    job uneven-to-block 'real*8 A(131072)' "(gen_block((/$sizes/))) onto P" '(block) onto P'
    job to-longer-blocks 'real*8 A(131072)' '(block) onto P' "(block($((131072 * 3 / 2 / ranks)))) onto P"
    job tiles-to-rows 'real*8 A(384,384)' '(cyclic(16),cyclic(16)) onto Q' '(block,*) onto P'
}

# on_cluster COMMAND...: with a rank on every node.
on_cluster() {
    "${cluster[@]}" run -n "$ranks" --timeout 1200 "$@"
}

measure() {
    local network=$1 name machine
    name=${network//[(),]/-}
    "${cluster[@]}" down
    "${cluster[@]}" up "$network" --rate "${rate}mbit"
    ranks=$("${cluster[@]}" status | sed -n 's/.* \([0-9]*\) nodes.*/\1/p')
    rows=2 columns=$((ranks / 2))
    write_jobs
    machine="links of $rate Mbit/s, on $(nproc) processors, $(date +'%-d %B %Y'), medians of $rounds rounds"
    write_machine "$folder/$name.machine.json" "$machine"
    local settings=(--algorithms "$algorithms" --topology "$network" --machine "$folder/$name.machine.json" --repeat "$rounds" --json --progress never
        --counters "${cluster[*]} links --json")
    on_cluster "$bin/distbench" alltoall --sizes 1KiB,8KiB,32KiB "${settings[@]}" >"$name.alltoall.races.json"
    on_cluster "$bin/distbench" race "${jobs[@]}" "${settings[@]}" >"$name.jobs.races.json"
}

for network in "${networks[@]}"; do measure "$network"; done
"$bin/distbench" table cluster ./*.races.json
