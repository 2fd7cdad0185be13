# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: what all commands of local-cluster share: messages, names, addresses.
#
# Of each cluster there is a folder with its network (as network.awk prints it), its settings and its faults, one file each.

all_states=/run/tessera-cluster

fail() {
    echo "local-cluster: $*" >&2
    exit 1
}

wrong() {
    echo "local-cluster: $*" >&2
    exit 2
}

# Tests take this exit code as "skipped", and the line as the reason.
impossible() {
    echo "local-cluster: not possible here: $*" >&2
    exit 77
}

require_root() {
    [ "$(id -u)" -eq 0 ] || impossible "network namespaces need root"
}

require_up() {
    require_root
    [ -f "$state/ready" ] || fail "no cluster named '$cluster' is up; try: local-cluster up 'mesh(2,4)' --rate 200mbit"
}

# The system's name of a namespace, from the one that network.awk gives it: n3, r3, s0.
namespace() {
    echo "tsr-$cluster-$1"
}

# Addresses of node and router number i, and of node number i in the network of management.
node_address() {
    echo "10.77.$(($1 / 250)).$(($1 % 250 + 1))"
}

router_address() {
    echo "10.78.$(($1 / 250)).$(($1 % 250 + 1))"
}

management_address() {
    echo "10.79.$(($1 / 250)).$(($1 % 250 + 1))"
}

# setting NAME: of the cluster, as `up` was told.
setting() {
    cat "$state/$1"
}

# rows KIND: the lines of the network that begin with it, without that word.
rows() {
    sed -n "s/^$1 //p" "$state/network"
}

# in_namespace NAME COMMAND...: with its network, and nothing else changed.
in_namespace() {
    nsenter --net="/run/netns/$(namespace "$1")" "${@:2}"
}
