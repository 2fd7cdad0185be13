# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: a real Slurm for the length of a test: on three nodes of a local-cluster, or on this machine alone where it allows none.
#   source slurm_lib.sh BINDIR SCRATCH-FOLDER
#
# `on NODE COMMAND...` runs it on a node, 0 being the one with slurmctld; $nodes is their number.

bin=$1 folder=$2
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PATH=$bin:$top/share/bin:$PATH:/usr/sbin
[ "$(id -u)" = 0 ] || { echo 'skipped: the daemons of Slurm need root' && exit 77; }
rm -rf "$folder" && mkdir -p "$folder/state" && chmod 755 "$folder" && cd "$folder" || exit 1
export SLURM_CONF=$folder/slurm.conf TESSERA_CLUSTER=test_slurm
failures=0 nodes=1
trap 'end; exit $failures' EXIT

complain() {
    echo "FAILED: $*"
    failures=1
}

# within SECONDS COMMAND...: does it become true?
within() {
    local ticks=$(($1 * 5))
    shift
    for (( ; ticks > 0; --ticks)); do
        "$@" && return 0
        sleep 0.2
    done
    return 1
}

# Of a node's own are its network and its name only: slurmd looks for the control groups of this machine.
on() {
    local node=$1
    shift
    if [ $nodes = 1 ]; then
        "$@"
    else
        nsenter --net="/run/netns/tsr-$TESSERA_CLUSTER-n$node" unshare --uts \
            sh -c 'hostname "$0" && exec "$@"' "n$node" "$@"
    fi
}

end() {
    local file
    for file in *.pid; do [ ! -e "$file" ] || kill "$(cat "$file")"; done
    within 5 daemons_are_gone || echo 'daemons of Slurm are still there'
    local-cluster down 2>/dev/null
}
daemons_are_gone() { ! compgen -G 'slurm*.pid' >/dev/null; }
all_are_idle() { [ "$(on 0 sinfo -h -p all -o '%D %t' 2>/dev/null)" = "$nodes idle" ]; }

# node_lines: of slurm.conf.
node_lines() {
    local node
    if [ $nodes = 1 ]; then
        echo "NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN"
    else
        for ((node = 0; node < nodes; ++node)); do echo "NodeName=n$node NodeAddr=10.79.0.$((node + 1)) CPUs=4 State=UNKNOWN"; done
    fi
}

# Jobs of the partition `urgent` take the nodes of others, which are queued again.
write_conf() {
    local host="$(hostname -s)(127.0.0.1)"
    [ $nodes = 1 ] || host='n0(10.79.0.1)'
    cat >slurm.conf <<TEXT
ClusterName=test
SlurmctldHost=$host
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/%n
TmpFS=$folder/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1
ReturnToService=2
KillWait=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
$(node_lines)
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=9
TEXT
}

start_daemons() {
    local node
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
        --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" && on 0 slurmctld -c || return
    sed -n 's/^NodeName=\([^ ]*\) .*/\1/p' slurm.conf >names
    for ((node = 0; node < nodes; ++node)); do
        mkdir "$(sed -n "$((node + 1))p" names)" && on $node slurmd -N "$(sed -n "$((node + 1))p" names)" || return
    done
    within 20 all_are_idle
}

begin() {
    (umask 077 && head -c 128 /dev/urandom >munge.key)
    local-cluster down 2>/dev/null
    if local-cluster up 'crossbar(3)' --rate 200mbit --mtu 9000; then
        nodes=3
        export OMPI_MCA_btl=tcp,vader,self OMPI_MCA_btl_tcp_if_include=eth0
    fi
    write_conf && start_daemons && return
    echo 'skipped: Slurm does not come up here:' && tail -q -n 3 ./*.log
    failures=77
    exit
}

is_in() { on 0 scontrol show job --oneliner "$1" 2>/dev/null | grep -q " JobState=\($2\) "; }
is_over() { is_in "$1" 'COMPLETED\|CANCELLED\|FAILED'; }
