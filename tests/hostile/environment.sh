#!/bin/bash
# Variables of the environment that hold no numbers, no folders, devices and pipes: a clear line, or they are ignored. environment.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

needs_modules numpy
$python -c "import numpy; numpy.save('a.npy', numpy.arange(100, dtype='f4').reshape(10, 10))"
escape=$'\e[31mX' long=$(printf 'x%.0s' {1..5000})
mkfifo pipe && ln -s /etc/passwd link && mkdir real && ln -s real folder_link
plan=(distplan schedule --array 'real8 A(8,8)' --from '(block,*) onto P(2)' --to '(*,block) onto P(2)')

# with NAME=VALUE COMMAND...: ends soon, and says at most one line, in which nothing is hidden.
with() {
    timeout 10 env "$@" >said 2>&1 </dev/null
    code=$?
    [ "$code" -le 2 ] && [ "$(wc -l <said)" -le 1 ] && ! grep -q $'\e' said || complain "ended with $code: ${*:0:200}"
}
# refuses TEXT NAME=VALUE COMMAND...
refuses() {
    local text=$1
    shift
    with "$@"
    [ "$code" -ne 0 ] && grep -qF -- "$text" said || complain "did not refuse: $*"
}
# ignores NAME=VALUE COMMAND...
ignores() {
    with "$@"
    [ "$code" -eq 0 ] || complain "did not ignore: $*"
}

for value in -5 1e30 999999999999999999999999999999 9223372036854775807 1000000001 abc "$escape" '' 5s /dev/zero pipe; do
    refuses 'expected whole seconds up to 1000000000' "TESSERA_PATIENCE=$value" iocopy a.npy b.npy -f -q
done
for value in 0 1 1000000000; do ignores "TESSERA_PATIENCE=$value" local-mpirun -n 2 iocopy a.npy b.npy -f -q; done

# What comes by standard input goes through a folder of our own below TMPDIR.
for value in /nowhere /dev/null /dev/zero pipe a.npy link "$escape" "$long"; do
    refuses 'TMPDIR names' "TMPDIR=$value" sh -c 'iocopy - b.npy -f -q <a.npy'
done
for value in '' real folder_link; do ignores "TMPDIR=$value" sh -c 'iocopy - b.npy -f -q <a.npy'; done
refuses 'making a directory in /proc' TMPDIR=/proc sh -c 'iocopy - b.npy -f -q <a.npy'
refuses 'standard input is not npy' TMPDIR=real sh -c 'iocopy - b.npy -f -q </dev/zero'
[ -z "$(ls -A real)" ] || complain "left $(ls -A real)"

# Profiles are regular files; names of others are not told.
mkdir -p data/machines
mkfifo data/machines/waiting.json && mkdir data/machines/dir.json && ln -s /dev/zero data/machines/zero.json
echo '{}' >data/machines/"$escape"$'\nlast.json' && ln -s /etc/passwd data/machines/secret.json
for name in waiting dir zero; do refuses "no profile is called '$name'" TESSERA_DATA=data "${plan[@]}" --machine "$name"; done
refuses 'is not JSON' TESSERA_DATA=data "${plan[@]}" --machine secret
refuses 'no profile' TESSERA_DATA=data "${plan[@]}" --machine nowhere
grep -q root said && complain 'shows a file'
for value in /dev/zero pipe link '' /nowhere "$long" "$escape"; do
    refuses 'no profile' "TESSERA_DATA=$value" "${plan[@]}" --machine nowhere
    refuses 'no profile' "XDG_CONFIG_HOME=$value" "${plan[@]}" --machine nowhere
    refuses 'no profile' "HOME=$value" "${plan[@]}" --machine nowhere
done

# What a batch system says of its job. A copy that another one is in the way of is told which job that is.
for name in SLURM_STEP_NUM_TASKS PMI_SIZE; do
    for value in 99999999999999999999 -1 1 "$escape"; do ignores "$name=$value" iocopy a.npy b.npy -f -q; done
    refuses "$name says that 5 tasks were started" "$name=5" iocopy a.npy b.npy -f -q
done
for name in SLURM_JOB_ID PBS_JOBID LSB_JOBID SLURM_NTASKS SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK TESSERA_SHARED_MEMORY; do
    for value in -1 99999999999999999999 pipe "$escape$long"; do ignores "$name=$value" iocopy a.npy b.npy -f -q; done
done
truncate -s 1G big.raw
SLURM_JOB_ID=$escape$'\nline' iocopy big.raw big.npy --array 'int8 A[1073741824]' --bandwidth 1MB -q 2>/dev/null &
for ((i = 0; i < 500; ++i)); do grep -q owner .big.npy.iocopy-journal 2>/dev/null && break || sleep 0.01; done
refuses 'another copy is at work' LC_ALL=C iocopy a.npy big.npy -f -q
kill -TERM $!
wait $!
rm -f big.raw .big*

for value in -1 99999999999999999999 abc "$escape" 1 0; do
    timeout 10 env "COLUMNS=$value" iocopy --help >said 2>&1 || complain "COLUMNS=$value"
    timeout 10 env "TERM=$value" "COLORTERM=$value" "NO_COLOR=$value" "${plan[@]}" >said 2>&1 || complain "TERM=$value"
done

# Nothing is written through links.
[ ! -e real/b.npy ] && [ "$(find . -newer "$here/environment.sh" -type l | wc -l)" -ge 2 ] || complain 'links are gone'
exit "$failures"
