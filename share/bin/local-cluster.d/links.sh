# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: the links of a cluster: their rates, their faults, and the bytes that went over them.

# shape NAMESPACE DEVICE RATE [LOSS]: what leaves the device leaves at that rate. A queue holds what TCP sends ahead (4 MB), so that
# a busy port delays and does not drop; bursts of half a millisecond let the kernel's timers keep up.
shape() {
    local ns burst mtu latency
    ns=$(namespace "$1")
    mtu=$(($(setting mtu) + 14))
    burst=$(($(bits_per_second "$3") / 8 / 2000))
    [ $burst -ge $((4 * mtu)) ] || burst=$((4 * mtu))
    latency=$(setting latency)
    tc -n "$ns" qdisc del dev "$2" root 2>/dev/null || true
    tc -n "$ns" qdisc add dev "$2" root handle 1: tbf rate "$3" burst $burst limit 4000000 || return 1
    if [ -n "$latency" ]; then
        tc -n "$ns" qdisc add dev "$2" parent 1:1 handle 10: netem delay "$latency" limit 10000 ${4:+loss "$4"}
    elif [ -n "${4:-}" ]; then
        lose "$ns" "$2" "$4"
    fi
}

# lose NAMESPACE DEVICE SHARE: by netem; where the kernel has none, a filter throws dice for each packet (classic BPF, whose word at
# offset SKF_AD_RANDOM is random) and sends the losers to a queue that holds nothing.
lose() {
    tc -n "$1" qdisc add dev "$2" parent 1:1 handle 10: netem loss "$3" limit 10000 2>/dev/null && return
    local threshold
    threshold=$(awk -v share="${3%\%}" 'BEGIN { printf "%.0f", 4294967295 * (1 - share / 100) }')
    tc -n "$1" -batch - 2>/dev/null <<BATCH || impossible "the kernel can lose no packets (tc's netem, or htb with bpf)"
qdisc add dev $2 parent 1:1 handle 10: htb default 1
class add dev $2 parent 10: classid 10:1 htb rate 30gbit quantum 60000
class add dev $2 parent 10: classid 10:2 htb rate 30gbit quantum 60000
qdisc add dev $2 parent 10:1 bfifo limit 4000000
qdisc add dev $2 parent 10:2 bfifo limit 1
filter add dev $2 parent 10: bpf bytecode "4,32 0 0 4294963256,37 0 1 $threshold,6 0 0 4294967295,6 0 0 0" flowid 10:2
BATCH
}

# cut_off NAMESPACE DEVICE: what is sent there vanishes.
cut_off() {
    tc -n "$(namespace "$1")" qdisc del dev "$2" root 2>/dev/null || true
    tc -n "$(namespace "$1")" qdisc add dev "$2" root handle 1: bfifo limit 1
}

shape_all() {
    local ns dev rate
    rate=$(setting rate)
    while read -r _ _ _ ns dev; do
        shape "$ns" "$dev" "$rate" || return 1
    done < <(rows link)
}

# The rows of a link: NUMBER, FROM-TO (both directions), or the words `node N`.
links_named() {
    local found
    if [ "$1" = node ]; then
        found=$(rows link | awk -v node="${2:-}" '$4 == "n" node && $5 == "eth0" || $5 == "to-n" node')
    else
        found=$(rows link | awk -v name="$1" '$1 == name || $2 "-" $3 == name || $3 "-" $2 == name')
    fi
    [ -n "$found" ] || wrong "there is no link $*; local-cluster links lists them"
    echo "$found"
}

# change_links FAULT LINK...: FAULT is cut, "slow RATE", "loss SHARE" or none.
change_links() {
    local fault=$1 found from to ns dev rate
    shift
    require_up
    found=$(links_named "$@")
    rate=$(setting rate)
    while read -r _ from to ns dev; do
        case $fault in
        cut) cut_off "$ns" "$dev" ;;
        slow*) shape "$ns" "$dev" "${fault#slow }" ;;
        loss*) shape "$ns" "$dev" "$rate" "${fault#loss }" ;;
        none) shape "$ns" "$dev" "$rate" ;;
        esac || fail "could not change the link from $from to $to"
        if [ "$fault" = none ]; then rm -f "$state/faults/$ns.$dev"; else echo "$from to $to: $fault" >"$state/faults/$ns.$dev"; fi
    done <<<"$found"
}

cluster_cut() {
    [ $# -ge 1 ] || wrong "cut needs a link"
    change_links cut "$@"
}

cluster_mend() {
    [ $# -ge 1 ] || wrong "mend needs a link"
    change_links none "$@"
}

cluster_slow() {
    [ $# -ge 2 ] || wrong "slow needs a link and a rate: slow 0-1 20mbit"
    bits_per_second "${!#}" >/dev/null
    change_links "slow ${!#}" "${@:1:$#-1}"
}

cluster_loss() {
    [ $# -ge 2 ] || wrong "loss needs a link and a share: loss 0-1 1%"
    [[ ${!#} =~ ^[0-9]+(\.[0-9]+)?%$ ]] || wrong "the share '${!#}' must be like 1% or 0.5%"
    change_links "loss ${!#}" "${@:1:$#-1}"
}

# NAMESPACE DEVICE BYTES PACKETS of all devices, as the kernel counts what they have sent.
sent() {
    local ns
    for ns in $(namespaces); do
        # shellcheck disable=SC2016 # awk's words
        in_namespace "$ns" awk -v ns="$ns" 'NR > 2 { sub(/:/, " "); print ns, $1, $10, $11 }' /proc/self/net/dev
    done
}

# NUMBER FROM TO BYTES PACKETS, in the order of the numbers; links of a node with its router last.
counted_links() {
    awk 'NR == FNR { bytes[$1, $2] = $3; packets[$1, $2] = $4; next }
        $1 == "link" { print $2, $3, $4, bytes[$5, $6], packets[$5, $6] }' <(sent) "$state/network" |
        sort -s -k1,1n | awk '$1 == "-" { rest = rest $0 "\n"; next } { print } END { printf "%s", rest }'
}

cluster_links() {
    [ $# -eq 0 ] || [ "$*" = --json ] || wrong "links takes no arguments but --json"
    require_up
    if [ "${1:-}" = --json ]; then
        counted_links | awk -v topology="$(setting topology)" -v rate="$(bits_per_second "$(setting rate)")" -v mtu="$(setting mtu)" '
            BEGIN { printf "{\"schema\": \"tessera.cluster-links/1\", \"topology\": \"%s\", \"rate\": %d, \"mtu\": %d,\n \"links\": [", topology, rate, mtu }
            { printf "%s\n  {\"link\": %s, \"from\": \"%s\", \"to\": \"%s\", \"bytes\": %s, \"packets\": %s}", (NR > 1 ? "," : ""),
                ($1 == "-" ? "null" : $1), $2, $3, $4, $5 }
            END { print "]}" }'
    else
        { echo link from to bytes packets && counted_links; } | awk '{ printf "%6s  %-7s %-7s %15s %10s\n", $1, $2, $3, $4, $5 }'
    fi
}
