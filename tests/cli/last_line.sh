#!/bin/bash
# Where a command under mpirun fails, the screen shows one line that says why, and mpirun's exit code is the command's: under
# local-mpirun, and under an mpirun that knows nothing of us (TESSERA_MPIRUN, where it is no Open MPI).
# Usage: last_line.sh BINDIR SHIM SCRATCH-FOLDER
set -uo pipefail
bin=$(cd "$1" && pwd)
PATH=$bin:$(cd "$(dirname "$0")/../../share/bin" && pwd):$PATH
shim=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
failures=0

# expect EXIT-CODE LINE COMMAND...: the line, a pattern of grep, is all that standard error shows.
expect() {
    local wanted=$1 line=$2 code=0
    shift 2
    timeout 60 "$@" 2>said >/dev/null || code=$?
    [ "$code" -eq "$wanted" ] && [ "$(wc -l <said)" -eq 1 ] && grep -qE -- "^$line" said && return
    echo "$*: ended with $code, expected $wanted and the line '$line'; said"
    sed 's/^/    /' said
    failures=1
}

full_disk=(env "LD_PRELOAD=$shim" "IO_SHIM_PREFIX=$PWD" IO_SHIM_DISK_END=100000)
array=(--array 'real8 A[200][200]' --from '(block,*)' --to '(*,block)')
launcher=${TESSERA_MPIRUN:-mpirun}
plain=$launcher
open_mpi=
if "$launcher" --version | grep -qE 'Open ?(MPI|RTE)'; then # EVENT_NOEPOLL: see share/bin/local-mpirun
    open_mpi=yes
    plain="env EVENT_NOEPOLL=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 $launcher --oversubscribe"
fi
head -c 320000 /dev/zero >source.raw
for run in local-mpirun "$plain"; do
    expect 2 "redist: cannot read the job file 'nothing.hpf'" $run -n 3 redist nothing.hpf
    expect 2 "iocopy: cannot read 'nothing.raw'" $run -n 3 iocopy nothing.raw b.raw --array 'real8 A[200][200]'
    expect 2 "distbench: " $run -n 3 distbench race --repeat zero
    expect 2 "distcomm: cannot read the job file 'nothing.hpf'" $run -n 3 distcomm halo nothing.hpf
    expect 1 'redist: .*No space left on device' $run -n 2 "${full_disk[@]}" redist "${array[@]}" --out a.raw
    expect 1 'distcomm: .*No space left on device' $run -n 2 "${full_disk[@]}" distcomm scan "${array[@]:0:2}" --from '(block,*)' --out a.npy
    expect 1 'iocopy: writing bytes .*\.b\.raw' $run -n 2 "${full_disk[@]}" iocopy source.raw b.raw "${array[@]:0:2}"
done
[ -n "$open_mpi" ] ||
    expect 2 'iocopy: --mpi-io ompio: this MPI has no ompio' local-mpirun -n 2 iocopy source.raw c.raw "${array[@]:0:2}" --mpi-io ompio
exit $failures
