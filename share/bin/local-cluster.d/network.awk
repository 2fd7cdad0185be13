# SPDX-License-Identifier: BSD-3-Clause
# Tessera: a network in its notation, as the namespaces, wires, links and routes that make it.
#
#   awk -v network='mesh(2,4)' -f network.awk
#
# prints, one a line:
#   node NAMESPACE INDEX             where the ranks of a node run
#   router NAMESPACE INDEX           forwards packets by its routes
#   bridge NAMESPACE                 one switch, which joins whatever is plugged into it
#   wire NAMESPACE DEVICE NAMESPACE DEVICE
#   link NUMBER FROM TO NAMESPACE DEVICE
#                                    a directed link, by the number and the labels that distplan gives it, and the device that
#                                    sends on it; number '-': between a node and its router, which distplan takes for one
#   route NAMESPACE NODE INDEX-OF-NEXT-ROUTER DEVICE
#                                    the next router on the way to a node; '-': the node itself is behind that device
#
# Links are numbered, and messages routed, as libcore/network does. It is written a second time here, in another way (a table of
# next hops), so that the bytes that the kernel counts are a judge of what the library predicts.

BEGIN {
    gsub(/[ \t]/, "", network)
    network = tolower(network)
    if (!match(network, /^[a-z0-9]+\([0-9,]+\)$/)) refuse("'" network "' is no network: write crossbar(8), mesh(2,4) or the like")
    open = index(network, "(")
    kind = substr(network, 1, open - 1)
    sizes = split(substr(network, open + 1, length(network) - open - 1), size, ",")
    for (i = 1; i <= sizes; ++i) if (size[i] !~ /^[0-9]+$/ || size[i] < 1) refuse("the sizes in '" network "' must be positive")
    if (kind == "crossbar" && sizes == 1) crossbar(size[1])
    else if (kind == "mesh" && sizes >= 1) grid(0)
    else if (kind == "torus" && sizes >= 1) grid(1)
    else if (kind == "hypercube" && sizes == 1) hypercube(size[1])
    else if (kind == "fattree" && sizes == 2) fat_tree(size[1], size[2])
    else refuse("'" network "' cannot be made of namespaces: known are crossbar(nodes), mesh(rows,columns,...), torus(rows,columns,...), hypercube(dimensions), fattree(arity,levels)")
}

function refuse(why) {
    print why > "/dev/stderr"
    exit 2
}

function check_size(nodes) {
    if (nodes > 64) refuse("'" network "' has " nodes " nodes; on one machine 64 is the most")
}

function power(base, exponent,    result) {
    for (result = 1; exponent > 0 && result <= 64; --exponent) result *= base
    return result
}

# Two links, one each way, over a new wire.
function join(first, from, from_ns, from_dev, second, to, to_ns, to_dev) {
    print "wire", from_ns, from_dev, to_ns, to_dev
    print "link", first, from, to, from_ns, from_dev
    print "link", second, to, from, to_ns, to_dev
}

function crossbar(nodes,    i) {
    check_size(nodes)
    print "bridge s0"
    for (i = 0; i < nodes; ++i) {
        print "node n" i, i
        join(2 * i, i, "n" i, "eth0", 2 * i + 1, "switch", "s0", "to-n" i)
    }
}

# ---- meshes and tori: a router beside each node, joined to its neighbours

function hypercube(dims,    d) {
    sizes = dims
    for (d = 1; d <= dims; ++d) size[d] = 2
    grid(0)
}

# size[1] .. size[sizes] are the extents; nodes are numbered row-major.
function grid(wrapped,    d, i) {
    nodes = 1
    for (d = sizes; d >= 1; --d) {
        stride[d] = nodes
        nodes *= size[d]
        ring[d] = wrapped && size[d] > 2
    }
    check_size(nodes)
    for (i = 0; i < nodes; ++i) {
        print "node n" i, i
        print "router r" i, i
        join("-", i, "n" i, "eth0", "-", "R" i, "r" i, "to-n" i)
    }
    grid_links()
    grid_routes()
}

function coordinate(node, d) {
    return int(node / stride[d]) % size[d]
}

# The neighbour one up (or down, by = -1) in a dimension.
function neighbour(node, d, by) {
    return node + ((coordinate(node, d) + by + size[d]) % size[d] - coordinate(node, d)) * stride[d]
}

# Line after line of each dimension: the links upwards, then those downwards.
function grid_links(    d, line, start, at, number, hops, from, to) {
    for (d = 1; d <= sizes; ++d) {
        hops = ring[d] ? size[d] : size[d] - 1
        for (line = 0; line < nodes / size[d]; ++line) {
            start = int(line / stride[d]) * stride[d] * size[d] + line % stride[d]
            for (at = 0; at < hops; ++at) {
                from = start + at * stride[d]
                to = neighbour(from, d, 1)
                # Downwards a ring begins with the link that leaves coordinate 0.
                join(number + at, from, "r" from, "to-r" to, number + hops + (ring[d] ? (at + 1) % size[d] : at),
                     to, "r" to, "to-r" from)
            }
            number += 2 * hops
        }
    }
}

# Dimension by dimension, the last first; round a ring the shorter way, upwards where both are equal.
function grid_routes(    here, to, d, ahead, next_node) {
    for (here = 0; here < nodes; ++here)
        for (to = 0; to < nodes; ++to) {
            for (d = sizes; d >= 1 && coordinate(here, d) == coordinate(to, d); --d) continue
            if (d == 0) {
                print "route r" here, to, "-", "to-n" to
                continue
            }
            ahead = coordinate(to, d) - coordinate(here, d)
            if (ring[d]) ahead = (ahead + size[d]) % size[d] * 2 <= size[d] ? 1 : -1
            next_node = neighbour(here, d, ahead > 0 ? 1 : -1)
            print "route r" here, to, next_node, "to-r" next_node
        }
}

# ---- k-ary n-trees: k^n nodes, n levels of k^(n-1) switches

function digit(number, place) {
    return int(number / power(arity, place)) % arity
}

function with_digit(number, place, value) {
    return number + (value - digit(number, place)) * power(arity, place)
}

function switch_at(level, i) {
    return level * per_level + i
}

function switch_label(s) {
    return "S" int(s / per_level) "." s % per_level
}

function fat_tree(k, levels,    i, level, w, port, s, t, number) {
    number = 0
    arity = k
    nodes = power(k, levels)
    check_size(nodes)
    per_level = nodes / arity
    for (i = 0; i < nodes; ++i) print "node n" i, i
    for (s = 0; s < levels * per_level; ++s) print "router r" s, s
    for (i = 0; i < nodes; ++i) {
        s = switch_at(0, int(i / arity))
        join(number, i, "n" i, "eth0", number + 1, switch_label(s), "r" s, "to-n" i)
        number += 2
    }
    for (level = 0; level + 1 < levels; ++level)
        for (w = 0; w < per_level; ++w)
            for (port = 0; port < arity; ++port) {
                s = switch_at(level, w)
                t = switch_at(level + 1, with_digit(w, level, port))
                join(number, switch_label(s), "r" s, "to-r" t, number + 1, switch_label(t), "r" t, "to-r" s)
                number += 2
            }
    for (level = 0; level < levels; ++level)
        for (w = 0; w < per_level; ++w)
            for (i = 0; i < nodes; ++i) fat_tree_route(level, w, i, levels)
}

# Up by the target's digit of that level until it is below, then down.
function fat_tree_route(level, w, to, levels,    here, place, next_switch) {
    here = "r" switch_at(level, w)
    for (place = level; place < levels - 1; ++place)
        if (digit(w, place) != digit(to, place + 1)) {
            next_switch = switch_at(level + 1, with_digit(w, level, digit(to, level)))
            print "route", here, to, next_switch, "to-r" next_switch
            return
        }
    if (level == 0) {
        print "route", here, to, "-", "to-n" to
        return
    }
    next_switch = switch_at(level - 1, with_digit(w, level - 1, digit(to, level)))
    print "route", here, to, next_switch, "to-r" next_switch
}
