#!/bin/bash
# Runs one command on two ranks (distplan without MPI) under valgrind's memcheck: does it read memory that nobody wrote, or that is not its
# own? Leaks are left to the address sanitizer.
# Usage: memcheck.sh BINDIR redist|iocopy|distcomm|distbench|distplan SCRATCH-FOLDER
#        memcheck.sh BINDIR fault SCRATCH-FOLDER PROGRAM ARGUMENTS...     passes if memcheck finds a fault in this program
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
command=$2
rm -rf "$3" && mkdir -p "$3" && cd "$3" || exit 1
shift 3

found=97 # the exit code where memcheck has found something
valgrind=(valgrind -q --error-exitcode=$found --leak-check=no --log-file=memcheck.%p --suppressions="$here/memcheck.supp")
openmpi=/usr/share/openmpi/openmpi-valgrind.supp # what Open MPI says of itself
[ ! -e $openmpi ] || valgrind+=(--suppressions=$openmpi)
alone=("${valgrind[@]}")
pair=("$here/../../share/bin/local-mpirun" -n 2 "${valgrind[@]}")
array=(--array 'real8 A(60,40)')

# checked COMMAND...: prints what valgrind has found, whatever the exit code says of it.
checked() {
    local code=0
    "$@" >said 2>&1 || code=$?
    [ "$code" -ne 0 ] || grep -qs ' at 0x' memcheck.* || return 0
    echo "$*: ended with $code"
    tail -n 20 said
    cat memcheck.*
    exit 1
}

case $command in
distplan) checked "${alone[@]}" "$bin/distplan" redist "$here/../../datasets/jobs/fft2d.hpf" --json ;;
redist) checked "${pair[@]}" "$bin/redist" "${array[@]}" --from '(block,*)' --to '(*,cyclic(3))' --out a.h5:/A --verify ;;
iocopy)
    "$bin/redist" "${array[@]}" --from '(block,*)' --to '(block,*)' --out a.h5:/A >said 2>&1 || { cat said && exit 1; }
    checked "${pair[@]}" "$bin/iocopy" a.h5:/A b.h5:/A --chunk 16,16 --deflate 6 --verify
    ;;
distcomm) checked "${pair[@]}" "$bin/distcomm" halo "${array[@]}" --from '(block,*)' --stencil 5 --verify ;;
distbench) checked "${pair[@]}" "$bin/distbench" alltoall --sizes 1KiB --repeat 2 --algorithms pex,bruck ;;
fault)
    "${alone[@]}" "$@"
    [ $? -eq $found ] && grep -q 'depends on uninitialised value' memcheck.* && exit 0
    echo "memcheck does not see the fault of $*" >&2
    exit 1
    ;;
*) echo "memcheck.sh: there is no run of '$command' here" >&2 && exit 2 ;;
esac
