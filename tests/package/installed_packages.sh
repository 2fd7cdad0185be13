#!/bin/bash
# Uses the installed packages of Tessera, as their user does: every command, a program in C and one in Python, the examples, the window.
set -euo pipefail
cd "$(mktemp -d)"
fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# expect WORDS COMMAND...: it ends well and prints these words.
expect() {
    local words=$1 said
    shift
    said=$("$@" 2>&1) || fail "$*: $said"
    [[ $said == *"$words"* ]] || fail "$*: expected '$words', found: $said"
    echo "fine: $*"
}

jobs=/usr/share/tessera/jobs examples=/usr/share/doc/tessera/examples
square=(--array 'real8 A(64,64)' --from '(block,*)' --to '(*,block)')
expect '3072' distplan redist "${square[@]}" --ranks 4
expect '969 us' distplan schedule $jobs/fft2d.hpf --machine delta
expect 'verified' local-mpirun -n 4 redist "${square[@]}" --verify
expect '' local-mpirun -n 2 distcomm halo --array 'real8 A(16,16)' --from '(block,block)' --stencil star:1 --ranks 2
expect 'thakur' distbench table
expect 'mesh(2,4)' local-cluster --help
python3 -c 'import numpy; numpy.save("a.npy", numpy.arange(4096.0).reshape(64, 64))'
expect '' local-mpirun -n 2 iocopy a.npy b.zarr:/A --chunk 16,16
expect '' local-mpirun -n 2 iocopy b.zarr:/A c.npy
expect 'True' python3 -c 'import numpy; print((numpy.load("a.npy") == numpy.load("c.npy")).all())'

cp $examples/c/heat.c .
# shellcheck disable=SC2046 # one argument per word
mpicc -std=c11 -O2 heat.c $(pkg-config --cflags --libs tessera-mpi) -lm -o heat
expect '' local-mpirun -n 4 ./heat
expect 'moved=48' python3 -c 'import tessera as t; print(t.plan("float64 A[8][8]", "(block,*)", "(*,block)", ranks=4).totals)'
cat >move.py <<'PYTHON'
import tessera as ts
rows = ts.empty(None, "float64 A[8][8]", "(block,*)")
rows.local[...] = rows.comm.rank
columns = rows.to("(*,block)")
if columns.comm.rank == 1:
    print("rows of ranks", sorted(set(columns.local[:, 0])))
PYTHON
expect 'rows of ranks [0.0, 1.0]' local-mpirun -n 2 python3 move.py

cmake -S $examples -B examples >cmake.log 2>&1 || fail "$(tail cmake.log)"
cmake --build examples --target coupling neighbor_exchange life >build.log 2>&1 || fail "$(tail -30 build.log)"
expect '->' examples/coupling 100 4 3 3 5 /usr/share/tessera/machines/sp1-generic.json
expect ': 0 differ from one process' local-mpirun -n 2 examples/life 31 20 '(block,block)'

expect '' distview --export owners.svg $jobs/triangle.hpf
grep -q '<svg' owners.svg || fail "the window drew nothing"
expect '' distview --export-lesson who-owns-it lesson.html
grep -q '</html>' lesson.html || fail "the lesson is no page"
for page in man1/distplan.1 man1/distview.1 man5/tessera-job.5 man7/tessera.7; do
    gzip -t /usr/share/man/$page.gz || fail "there is no man page $page"
done
