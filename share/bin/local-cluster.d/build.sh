# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: making a cluster of network namespaces, and removing it.
#
# Beside the network there is one of management, as clusters have it: a bridge of full speed between all nodes, over which mpirun
# starts programs and hears of their ends. What MPI programs send each other goes over the network alone.

cluster_up() {
    local network='' rate='' latency='' mtu=1500
    while [ $# -gt 0 ]; do
        case $1 in
        --rate) rate=${2:?--rate needs a value, such as 200mbit} && shift ;;
        --latency) latency=${2:?--latency needs a value, such as 50us} && shift ;;
        --mtu) mtu=${2:?--mtu needs a number of bytes} && shift ;;
        -*) wrong "up has no option $1" ;;
        *) [ -z "$network" ] || wrong "one network, not '$network' and '$1'" && network=$1 ;;
        esac
        shift
    done
    [ -n "$network" ] || wrong "up needs a network: crossbar(8), mesh(2,4) or the like"
    [ -n "$rate" ] || wrong "up needs a rate: --rate 200mbit"
    bits_per_second "$rate" >/dev/null
    [[ $mtu =~ ^[0-9]{3,5}$ && $mtu -ge 576 && $mtu -le 65535 ]] || wrong "the MTU is 576 to 65535 bytes, not '$mtu'"
    local rows
    rows=$(awk -v network="$network" -f "$parts/network.awk" 2>&1) || wrong "$rows"
    require_root
    [ ! -e "$state" ] || fail "a cluster named '$cluster' is up, or half of one; local-cluster down removes it"
    require_namespaces "$latency"
    note_settings "$network" "$rate" "$latency" "$mtu" "$rows"
    trap 'remove_cluster' EXIT
    build || fail "could not make $network; what there was of it is removed"
    trap - EXIT
    touch "$state/ready"
    echo "$network is up: $(rows node | wc -l) nodes, $(rows link | wc -l) links of $rate; try: local-cluster run -n 2 hostname"
}

# bits_per_second RATE: 200mbit as 200000000.
bits_per_second() {
    [[ $1 =~ ^([0-9]+)(k|m|g|)bit$ ]] || wrong "the rate '$1' must be like 500kbit, 200mbit or 1gbit"
    local factor=1
    case ${BASH_REMATCH[2]} in
    k) factor=1000 ;;
    m) factor=1000000 ;;
    g) factor=1000000000 ;;
    esac
    echo $((BASH_REMATCH[1] * factor))
}

# Ends with one line if this system cannot do what a cluster needs.
require_namespaces() {
    local tool probe
    for tool in ip tc nsenter unshare; do
        command -v $tool >/dev/null || impossible "there is no $tool; share/bin/setup test installs it"
    done
    probe=$(namespace probe)
    ip netns add "$probe" 2>/dev/null || impossible "this system allows no network namespaces"
    # shellcheck disable=SC2064 # the name of now
    trap "ip netns del $probe" EXIT
    ip link add name probe netns "$probe" type veth peer name other netns "$probe" 2>/dev/null || impossible "the kernel has no veth pairs"
    tc -n "$probe" qdisc add dev probe root handle 1: tbf rate 1mbit burst 10kb limit 10kb 2>/dev/null ||
        impossible "the kernel cannot limit a rate (tc's tbf)"
    if [ -n "$1" ]; then
        tc -n "$probe" qdisc add dev probe parent 1:1 netem delay "$1" 2>/dev/null ||
            impossible "the kernel cannot delay packets (tc's netem): leave out --latency"
    fi
    ip netns del "$probe"
    trap - EXIT
}

note_settings() {
    mkdir -p "$state/tmp" "$state/faults"
    echo "$1" >"$state/topology"
    echo "$2" >"$state/rate"
    echo "$3" >"$state/latency"
    echo "$4" >"$state/mtu"
    echo "$5" >"$state/network"
}

build() {
    add_namespaces && add_wires && add_management && add_addresses && add_routes && shape_all
}

namespaces() {
    awk '$1 == "node" || $1 == "router" || $1 == "bridge" { print $2 }' "$state/network"
    echo management
}

add_namespaces() {
    local ns
    for ns in $(namespaces); do
        ip netns add "$(namespace "$ns")" || return 1
        ip -n "$(namespace "$ns")" link set lo up || return 1
        settings_of_kernel "$ns" || return 1
    done
}

# Packets are forwarded, by the routes alone. TCP is the plain one, and forgets no window while a program computes.
settings_of_kernel() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    in_namespace "$1" sh -c '
        cd /proc/sys/net/ipv4 || exit 1
        echo 1 >ip_forward
        for kind in all default; do
            echo 0 >conf/$kind/rp_filter
            echo 0 >conf/$kind/send_redirects
        done
        echo 1 >../ipv6/conf/all/disable_ipv6 2>/dev/null || true
        echo 1 >../ipv6/conf/default/disable_ipv6 2>/dev/null || true
        echo 0 >tcp_slow_start_after_idle
        echo 1 >tcp_no_metrics_save
        echo cubic >tcp_congestion_control 2>/dev/null || echo reno >tcp_congestion_control'
}

# Packets leave a wire as they would leave a card: none larger than the MTU, so that what is counted is what would have been sent.
add_wires() {
    local mtu ns dev devices
    mtu=$(setting mtu)
    rows wire | while read -r ns dev peer peer_dev; do
        echo "link add name $dev mtu $mtu netns $(namespace "$ns") type veth peer name $peer_dev mtu $mtu netns $(namespace "$peer")"
    done | ip -batch - || return 1
    while read -r _ _ _ ns dev; do
        ip -n "$(namespace "$ns")" link set "$dev" up gso_max_segs 1 || return 1
    done < <(rows link)
    while read -r ns; do
        mapfile -t devices < <(rows link | awk -v ns="$ns" '$4 == ns { print $5 }')
        plug_into_bridge "$ns" "${devices[@]}" || return 1
    done < <(rows bridge)
}

# plug_into_bridge NAMESPACE DEVICES...
plug_into_bridge() {
    local ns dev
    ns=$(namespace "$1")
    shift
    ip -n "$ns" link add switch type bridge stp_state 0 && ip -n "$ns" link set switch up || return 1
    for dev in "$@"; do
        ip -n "$ns" link set "$dev" up master switch || return 1
    done
}

add_management() {
    local ns index devices=()
    while read -r ns index; do
        ip link add name manage netns "$(namespace "$ns")" type veth peer name "to-$ns" netns "$(namespace management)" || return 1
        ip -n "$(namespace "$ns")" addr add "$(management_address "$index")/16" dev manage || return 1
        ip -n "$(namespace "$ns")" link set manage up || return 1
        devices+=("to-$ns")
    done < <(rows node)
    plug_into_bridge management "${devices[@]}"
}

# Every node and router has one address; every node knows the others by their names.
add_addresses() {
    local ns index hosts
    hosts=$(echo "127.0.0.1 localhost" && rows node | while read -r ns index; do echo "$(management_address "$index") $ns"; done)
    while read -r ns index; do
        ip -n "$(namespace "$ns")" addr add "$(node_address "$index")/16" dev eth0 || return 1
        mkdir -p "/etc/netns/$(namespace "$ns")" && echo "$hosts" >"/etc/netns/$(namespace "$ns")/hosts" || return 1
    done < <(rows node)
    while read -r ns index; do
        ip -n "$(namespace "$ns")" addr add "$(router_address "$index")/32" dev lo || return 1
    done < <(rows router)
}

# One batch for each router; a node sends everything to its own.
add_routes() {
    local ns to next dev index
    while read -r ns index; do
        rows route | awk -v ns="$ns" '$1 == ns' | while read -r _ to next dev; do
            if [ "$next" = - ]; then
                echo "route add $(node_address "$to")/32 dev $dev"
            else
                echo "route add $(node_address "$to")/32 via $(router_address "$next") dev $dev onlink"
            fi
        done | ip -n "$(namespace "$ns")" -batch - || return 1
    done < <(rows router)
    [ -n "$(rows router)" ] || return 0
    while read -r ns index; do
        ip -n "$(namespace "$ns")" route replace 10.77.0.0/16 via "$(router_address "$(router_of "$ns")")" dev eth0 onlink || return 1
    done < <(rows node)
}

# The number of the router that a node's wire leads to.
router_of() {
    rows wire | awk -v ns="$1" '$1 == ns { sub(/^r/, "", $3); print $3 }'
}

cluster_down() {
    [ $# -eq 0 ] || [ "$*" = --all ] || wrong "down takes no arguments but --all"
    require_root
    if [ "${1:-}" = --all ]; then
        for state in "$all_states"/*/; do
            [ -d "$state" ] || continue
            cluster=$(basename "$state")
            remove_cluster
        done
    else
        remove_cluster
    fi
}

# Whatever there is of it: processes, namespaces (and with them devices, routes and queues), folders. Says nothing where there is nothing.
remove_cluster() {
    local ns pids
    for ns in $(ip netns list | awk -v prefix="$(namespace '')" 'index($1, prefix) == 1 { print $1 }'); do
        pids=$(ip netns pids "$ns" 2>/dev/null) || true
        # shellcheck disable=SC2086 # one argument per process
        [ -z "$pids" ] || kill -KILL $pids 2>/dev/null || true
        ip netns del "$ns" || true
        rm -rf "/etc/netns/$ns"
    done
    rm -rf "${state:?}"
}
