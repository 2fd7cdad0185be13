#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: iocopy and share/examples/copy.sbatch under a real Slurm, whose daemons run on this machine for the length of the test.
# Where they cannot run (without root) it says so and ends with 77. Usage: slurm.sh BINDIR SCRATCH-FOLDER
set -uo pipefail
bin=$1 folder=$2
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PATH=$bin:$top/share/bin:$PATH:/usr/sbin
[ "$(id -u)" = 0 ] || { echo 'skipped: the daemons of Slurm need root' && exit 77; }
rm -rf "$folder" && mkdir -p "$folder"/{state,spool} && chmod 755 "$folder" && cd "$folder" || exit 1
export SLURM_CONF=$folder/slurm.conf
failures=0
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

end() {
    for daemon in slurmd slurmctld munge; do [ -e $daemon.pid ] && kill "$(cat $daemon.pid)"; done
    within 5 daemons_are_gone || echo 'daemons of Slurm are still there'
}
daemons_are_gone() { [ ! -e slurmd.pid ] && [ ! -e slurmctld.pid ]; }
is_idle() { [ "$(sinfo -h -o %t 2>/dev/null)" = idle ]; }

begin() {
    local host
    host=$(hostname -s)
    (umask 077 && head -c 128 /dev/urandom >munge.key)
    cat >slurm.conf <<TEXT
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1
ReturnToService=2
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
TEXT
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
        --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" && slurmctld -c && slurmd && within 20 is_idle && return
    echo 'skipped: Slurm does not come up here:' && tail -n 3 slurmctld.log slurmd.log munge.log
    failures=77
    exit
}

is_in() { scontrol show job --oneliner "$1" 2>/dev/null | grep -q " JobState=\($2\) "; }
is_over() { is_in "$1" 'COMPLETED\|CANCELLED\|FAILED'; }
has_begun() { [ -n "$(find . -maxdepth 1 -name '.new.npy.iocopy-journal' -size +8)" ]; } # more than its header of 4096 bytes

# slow_job: one that takes long, and whose journal has something in it; its number is in $job.
slow_job() {
    job=$(sbatch --parsable --ntasks=2 --output=said.%j "$top/share/examples/copy.sbatch" source.h5:/A new.npy --memory 1400KiB --bandwidth 300KB/s)
    within 30 has_begun || complain "job $job did not begin: $(cat "said.$job")"
}

# completes JOB: and has made what a plain copy makes.
completes() {
    within 40 is_over "$1" || complain "job $1 did not end"
    grep -q "^complete$" "said.$1" || complain "job $1: $(cat "said.$1" && scontrol show job "$1")"
    grep -q 'were there already' "said.$1" || complain "job $1 found nothing that had been done"
    cmp new.npy plain.npy || failures=1
    rm -f new.npy new.npy.xxh3
}

head -c 2400000 /dev/urandom >source.raw
iocopy source.raw source.h5:/A --array 'float32 A[1000][600]' --chunk 50,60 -q || exit 1
begin

# Two tasks are two ranks; an error is said once, and Slurm adds one line. Tasks that are not one MPI job make nothing.
srun -Q --mpi=pmix -n 2 iocopy source.h5:/A plain.npy -q >said 2>&1 || complain "plain copy: $(cat said)"
[ -s said ] && complain "plain copy said: $(cat said)"
srun -Q --mpi=pmix -n 2 iocopy nothing.h5:/A none.npy >said 2>&1
[ $? -eq 2 ] || complain 'a missing source does not end with 2'
[ "$(grep -vc '^srun: error: .* Exited with exit code 2$' said)" = 1 ] && grep -q '^iocopy: .*nothing.h5' said || complain "a missing source: $(cat said)"
srun -Q --mpi=none -n 2 iocopy source.h5:/A none.npy >said 2>&1 && complain "tasks that know nothing of each other: $(cat said)"
[ ! -e none.npy ] || complain 'tasks that know nothing of each other made a file'

# Before its time is over: stopped, queued again, and gone on with.
slow_job
scancel --signal=USR1 "$job"
within 20 is_in "$job" PENDING || complain "job $job was not queued again: $(cat "said.$job")"
grep -q '^iocopy: stopped by SIGUSR1: .*--resume goes on$\|^iocopy: another rank was told to stop: .*--resume goes on$' "said.$job" ||
    complain "job $job: $(cat "said.$job")"
[ ! -e new.npy ] || complain 'a part of the target appeared'
sleep 3 # Slurm waits for two minutes, as what it signed for the first start counts as revoked for a while
scontrol update JobId="$job" StartTime=now
completes "$job"
grep -q '^job .*, start 2, on ' "said.$job" || complain "job $job did not start again"

# Cancelled, and begun again by the same words.
slow_job
scancel "$job"
within 20 is_over "$job" || complain "job $job was not cancelled"
[ ! -e new.npy ] || complain 'a part of the target appeared'
slow_job
completes "$job"

# One task is killed: the other is ended, and the job goes on from what was done.
export COPY_WAIT=3
slow_job
pkill -KILL -n -f 'iocopy source.h5:/A new.npy'
within 20 is_in "$job" PENDING || complain "job $job was not queued again: $(cat "said.$job")"
grep -q '^a task was killed by signal 9$' "said.$job" || complain "job $job: $(cat "said.$job")"
sleep 3
scontrol update JobId="$job" StartTime=now
completes "$job"

[ $failures = 0 ] && echo 'copies under Slurm were stopped, killed, queued again and cancelled, and went on'
