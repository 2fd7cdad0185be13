# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: running MPI programs on a cluster, and killing their ranks.

cluster_run() {
    local ranks='' per_node=1 dealing=slot timeout=0
    while [ $# -gt 0 ]; do
        case $1 in
        -n) ranks=${2:?-n needs a number} && shift 2 ;;
        --per-node) per_node=${2:?--per-node needs a number} && shift 2 ;;
        --cyclic) dealing=node && shift ;;
        --timeout) timeout=${2:?--timeout needs seconds} && shift 2 ;;
        *) break ;;
        esac
    done
    [[ $ranks =~ ^[1-9][0-9]*$ ]] || wrong "run needs a number of ranks: run -n 8 COMMAND"
    [[ $per_node =~ ^[1-9][0-9]*$ ]] || wrong "--per-node needs a positive number, not '$per_node'"
    [[ $timeout =~ ^[0-9]+$ ]] || wrong "--timeout needs whole seconds, not '$timeout'"
    [ $# -gt 0 ] || wrong "run needs a command"
    require_up
    local nodes
    nodes=$(rows node | wc -l)
    [ "$ranks" -le $((nodes * per_node)) ] ||
        wrong "$(setting topology) has $nodes nodes: $ranks ranks need --per-node $(((ranks + nodes - 1) / nodes))"
    exec 9>"$state/lock"
    flock -n 9 || fail "another program runs on the cluster '$cluster'; links count one at a time"
    start "$ranks" "$per_node" "$dealing" "$timeout" "$@"
}

# start RANKS PER-NODE slot|node TIMEOUT COMMAND...: mpirun runs on node 0. Whoever ends this script ends it too.
start() {
    local ranks=$1 dealing=$3 hosts code=0 limit=() words reader
    hosts=$(rows node | awk -v slots="$2" -v nodes=$((($1 + $2 - 1) / $2)) 'NR <= nodes { printf "%s%s:%s", (NR > 1 ? "," : ""), $1, slots }')
    [ "$4" -eq 0 ] || limit=(timeout --kill-after=5 "$4")
    shift 4
    settings_of_mpi
    exec {words}> >(in_few_words >&2)
    reader=$!
    TESSERA_CLUSTER=$cluster "${limit[@]}" "$parts/enter" n0 \
        "$(printf '%q ' "$here/local-mpirun" --host "$hosts" --map-by "$dealing" -n "$ranks" "$@")" <&0 9>&- 2>&"$words" {words}>&- &
    # shellcheck disable=SC2064 # the process of now
    trap "kill -TERM $! 2>/dev/null" TERM INT
    wait $! || code=$?
    exec {words}>&-
    kill_left_over
    wait $reader || true
    [ $code -ne 124 ] || echo "local-cluster: the run took longer than --timeout allows, and was ended" >&2
    return $code
}

# Passes on what a program says to stderr. Of what Open MPI adds when ranks die, some forty lines between rulers, it keeps what matters.
in_few_words() {
    local line block='' within=no silent=no unanswered='no answer from .* is down$'
    local ruler='^-{70,}$'
    local killed='noticed that process rank ([0-9]+) .*on node ([^ ]+) exited on signal ([0-9]+)'
    # Where it stands in Open MPI's sources, which it writes apart from what it says: words of another rank may come between.
    local place='^(\[[^ ]*\]\[\[[0-9,]*\],[0-9]*\]\[[^ ]*\] )+'
    local ours='^[[:alnum:]_./-]+: ' # some program's words, which came between
    local remark='^(\[[^ ]*\].*)?(mca_btl_tcp_|pml_ob1_|pmix_ptl_base: send_msg: write failed|(send|recv|readv|writev)(\([0-9]+\))? failed|Warning: setpgid|sent help message|orte_base_help_aggregate|ORTE_ERROR_LOG: [A-Za-z ]+ in file [^ ]*show_help)'
    local noise='^(WARNING: Open MPI failed to TCP connect|Primary job  terminated normally|An MPI communication peer process has unexpectedly|mpirun detected that one or more)'
    while IFS= read -r line; do
        if [[ $line =~ $place ]]; then
            line=${line#"${BASH_REMATCH[0]}"}
            [[ $line =~ $ours ]] || continue
        fi
        if [[ $line =~ $ruler ]]; then
            if [ $within = no ]; then
                within=yes block=''
                continue
            fi
            within=no
            if [[ $block =~ $killed ]]; then
                echo "local-cluster: rank ${BASH_REMATCH[1]} on node ${BASH_REMATCH[2]} was killed (signal ${BASH_REMATCH[3]}), which ended the run"
            elif [[ ! $block =~ $noise ]]; then
                echo "$block"
            fi
        elif [ $within = yes ]; then
            block+=${block:+$'\n'}$line
        elif [[ $line =~ $unanswered && $silent = yes ]]; then
            continue # one rank has said so for all
        elif [[ -n $line && ! $line =~ $remark ]]; then # the end of a remark's line comes alone at times
            [[ ! $line =~ $unanswered ]] || silent=yes
            echo "$line"
        fi
    done
    [ $within = no ] || echo "$block"
}

# local-mpirun adds what holds on one machine. Of a cluster it must not be told twice: daemons are started in the namespaces of nodes;
# messages go over the network by TCP, and what mpirun has to say over that of management. Messages of up to 4 MB are sent at once, not
# asked for first: on a slow network the question takes longer than it is worth (share/doc/cluster.md).
settings_of_mpi() {
    local limit
    export OMPI_MCA_plm=rsh OMPI_MCA_plm_rsh_agent="$parts/enter" OMPI_MCA_plm_rsh_no_tree_spawn=1
    export OMPI_MCA_btl=${OMPI_MCA_btl:-tcp,self} OMPI_MCA_btl_tcp_if_include=eth0 OMPI_MCA_oob_tcp_if_include=manage
    for limit in eager_limit rndv_eager_limit max_send_size; do
        limit=OMPI_MCA_btl_tcp_$limit
        export "$limit=${!limit:-4000000}"
    done
}

# Nothing of a program stays behind on the nodes.
kill_left_over() {
    local ns pids
    for ns in $(rows node | cut -d' ' -f1); do
        pids=$(ip netns pids "$(namespace "$ns")") || continue
        # shellcheck disable=SC2086 # one argument per process
        [ -z "$pids" ] || kill -KILL $pids 2>/dev/null || true
    done
}

# ranks_on NODE: the processes of its ranks, which are those of Open MPI's processes that know their number.
ranks_on() {
    local pid
    for pid in $(ip netns pids "$(namespace "$1")"); do
        if tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | grep -q '^OMPI_COMM_WORLD_RANK='; then
            echo "$pid"
        fi
    done
}

cluster_kill() {
    [[ $# -eq 1 && $1 =~ ^[0-9]+$ ]] || wrong "kill needs the number of a node"
    require_up
    rows node | grep -qx "n$1 $1" || wrong "there is no node $1 in $(setting topology)"
    local pid killed=0
    for pid in $(ranks_on "n$1"); do
        kill -KILL "$pid" 2>/dev/null && killed=$((killed + 1))
    done
    [ $killed -gt 0 ] || fail "no rank runs on node $1"
}

cluster_status() {
    require_root
    if [ ! -f "$state/ready" ]; then
        echo "no cluster named '$cluster' is up$([ ! -e "$state" ] || echo ', but half of one; local-cluster down removes it')"
        return
    fi
    local latency fault node ranks=0
    latency=$(setting latency)
    echo "$cluster: $(setting topology), $(rows node | wc -l) nodes, $(rows link | wc -l) links of $(setting rate)${latency:+, delayed by $latency}, MTU $(setting mtu)"
    for fault in "$state"/faults/*; do
        [ ! -f "$fault" ] || echo "  $(cat "$fault")"
    done
    for node in $(rows node | cut -d' ' -f1); do
        ranks=$((ranks + $(ranks_on "$node" | wc -l)))
    done
    [ $ranks -eq 0 ] || echo "  ranks that run: $ranks"
}
