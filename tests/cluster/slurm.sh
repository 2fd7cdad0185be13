#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: the commands and share/examples/copy.sbatch under a real Slurm: slurm.sh BINDIR SCRATCH-FOLDER
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=slurm_lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/slurm_lib.sh" "$1" "$2"
export TESSERA_PATIENCE=6 COPY_WAIT=20

has_begun() { [ -n "$(find . -maxdepth 1 -name '.new.npy.iocopy-journal' -size +8)" ]; } # more than its header of 4096 bytes

# submit: a copy that takes some 9 s, one task on each of three nodes or three on the only one; its number is in $job.
submit() {
    job=$(on 0 sbatch --parsable --nodes=$nodes --ntasks=3 --output=said.%j "$top/share/examples/copy.sbatch" \
        source.h5:/A new.npy --memory 2100KiB --bandwidth 300KB/s)
}

# slow_job: one whose journal has something in it.
slow_job() {
    submit
    within 30 has_begun || complain "job $job did not begin: $(cat "said.$job")"
}

# queued_again WITHIN LINE: job $job, which has said that line and has made no part of its target visible.
queued_again() {
    within "$1" is_in "$job" PENDING || complain "job $job was not queued again: $(cat "said.$job")"
    grep -q "$2" "said.$job" || complain "job $job: expected '$2': $(cat "said.$job")"
    [ ! -e new.npy ] || complain "job $job: a part of the target appeared"
}

# Slurm waits for two minutes, as what it signed for the first start counts as revoked for a while.
release() {
    sleep 3
    on 0 scontrol update JobId="$job" StartTime=now
}

# completes JOB: and has made what a plain copy makes, from what was done before.
completes() {
    within 60 is_over "$1" || complain "job $1 did not end: $(cat "said.$1")"
    grep -q "^complete$" "said.$1" || complain "job $1: $(cat "said.$1" && on 0 scontrol show job "$1")"
    grep -q 'were there already' "said.$1" || complain "job $1 found nothing that had been done"
    cmp new.npy plain.npy || failures=1
    rm -f new.npy new.npy.xxh3
}

# rank_on NODE: the process of the only rank there; on one node, of the last rank.
rank_on() {
    local pid
    for pid in $(pgrep -x iocopy); do
        if tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | grep -qx "SLURM_PROCID=$1"; then echo "$pid"; fi
    done
}

two_tasks_are_two_ranks() {
    on 0 srun -Q --mpi=pmix -n 2 iocopy source.h5:/A plain.npy -q >said 2>&1 || complain "plain copy: $(cat said)"
    [ -s said ] && complain "plain copy said: $(cat said)"
    on 0 srun -Q --mpi=pmix -n 2 iocopy nothing.h5:/A none.npy >said 2>&1
    [ $? -eq 2 ] || complain 'a missing source does not end with 2'
    [ "$(grep -vc '^srun: error: .* Exited with exit code 2$' said)" = 1 ] && grep -q '^iocopy: .*nothing.h5' said ||
        complain "a missing source: $(cat said)"
}

# Tasks that are not one MPI job make nothing: Open MPI refuses to begin, or we do.
strangers_make_nothing() {
    on 0 srun -Q --mpi=none -n 2 "$@" >said 2>&1 && complain "tasks that know nothing of each other: $(cat said)"
    [ ! -e none.npy ] || complain "tasks that know nothing of each other made a file: $1"
}

# between_nodes DEALING: how much a relabelled redistribution sends between nodes, where Slurm deals the ranks to them like that.
between_nodes() {
    on 0 srun -Q --mpi=pmix -N 3 --ntasks-per-node=2 --distribution="$1" redist --array 'real8 A(600)' --from '(block)' \
        --to '(cyclic(50))' --ranks 6 --relabel --verify 2>&1 | sed -n 's/^ *between nodes \(.*\) instead of .*/\1/p'
}

stopped_before_its_time_is_over() {
    slow_job
    on 0 scancel --signal=USR1 "$job"
    queued_again 20 '^iocopy: stopped by SIGUSR1: .*--resume continues$\|^iocopy: another rank was told to stop: .*--resume continues$'
    release
    completes "$job"
    grep -q '^job .*, start 2, on ' "said.$job" || complain "job $job did not start again"
}

cancelled_and_begun_again() {
    slow_job
    on 0 scancel "$job"
    within 20 is_over "$job" || complain "job $job was not cancelled"
    [ ! -e new.npy ] || complain 'a part of the target appeared'
    slow_job
    completes "$job"
}

ranks_run() { pgrep -x iocopy >/dev/null; }

# Each job gets on, so that a copy of 9 s is done by jobs of 3 s.
many_short_jobs() {
    local jobs
    for ((jobs = 1; jobs < 8; ++jobs)); do
        submit
        within 20 ranks_run || complain "job $job does not run"
        sleep 3
        on 0 scancel --signal=USR1 "$job" 2>scancel.err # the last one may have ended
        within 20 is_in "$job" 'PENDING\|COMPLETED' || complain "job $job neither ended nor was queued again: $(cat "said.$job")"
        is_in "$job" COMPLETED && break
        on 0 scancel "$job"
        within 20 is_over "$job" || complain "job $job was not cancelled"
    done
    completes "$job"
}

# With others on its node its launcher notices; alone on its node only the other ranks do.
one_rank_is_killed() {
    slow_job
    kill -KILL "$(rank_on 2)"
    queued_again 30 "$1"
    release
    completes "$job"
}

a_node_is_cut_off() {
    slow_job
    local-cluster cut node 2
    queued_again 30 '^iocopy: rank . at .*: no answer from .* for [0-9]* s: the network between, or a node, is down$'
    local-cluster mend node 2
    release
    completes "$job"
}

# A job that may take the nodes comes: the copy makes way, and goes on when the other is over.
preempted() {
    slow_job
    on 0 sbatch --parsable --partition=urgent --nodes=$nodes --exclusive --output=urgent --wrap 'sleep 1' >/dev/null
    queued_again 20 '^iocopy: .*--resume continues$'
    release
    completes "$job"
}

head -c 2400000 /dev/urandom >source.raw
iocopy source.raw source.h5:/A --array 'float32 A[1000][600]' --chunk 50,60 -q || exit 1
begin
two_tasks_are_two_ranks
strangers_make_nothing iocopy source.h5:/A none.npy
strangers_make_nothing redist --array 'real8 A(60)' --from '(block)' --to '(cyclic)' --ranks 2 --out none.npy
stopped_before_its_time_is_over
cancelled_and_begun_again
preempted
many_short_jobs
if [ $nodes = 1 ]; then
    one_rank_is_killed '^a task was killed by signal 9$'
else
    one_rank_is_killed '^iocopy: rank . at .*: the connection to .* was closed [0-9]* s ago: a rank there has ended$'
    a_node_is_cut_off
    [ "$(between_nodes block)" = '2.3 KiB' ] || complain "ranks dealt in blocks: $(between_nodes block) between nodes"
    [ "$(between_nodes cyclic)" = '0 B' ] || complain "ranks dealt in turn: $(between_nodes cyclic) between nodes"
fi

[ $failures = 0 ] && echo "copies under Slurm on $nodes nodes were stopped, killed, cut off, queued again and cancelled, and went on"
