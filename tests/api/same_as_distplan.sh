#!/bin/bash
# The library's reports are those of distplan. Usage: same_as_distplan.sh PLAN-REPORT DISTPLAN JOBS-FOLDER
set -euo pipefail
report=$1 distplan=$2 jobs=$3
compared=0

# same WHAT COMMAND... -- COMMAND...: both print the same.
same() {
    local what=$1
    shift
    local first=()
    while [ "$1" != -- ]; do first+=("$1") && shift; done
    shift
    local of_library of_distplan
    of_library=$("${first[@]}")
    of_distplan=$("$@")
    [ -n "$of_library" ] && [ "$of_library" = "$of_distplan" ] || { echo "$what: the library reports another plan" >&2; exit 1; }
    compared=$((compared + 1))
}

moves=('real8 A(10,7)|(block,*)|(*,cyclic)|4'
    'double A[60][60]|scalapack(mb=8,nb=8,grid=2x2)|(block,block) onto P(3,2)|6'
    'float A[8]|dtensor([Partial()], mesh=(4,))|dtensor([Shard(0)], mesh=(4,))|4'
    'double A[16]|jax(P(None), mesh={'"'x'"':4})|(gen_block(1,2,3,10))|4')
for move in "${moves[@]}"; do
    IFS='|' read -r array from to ranks <<<"$move"
    for form in json text; do
        option=()
        [ $form = text ] || option=(--json)
        same "$move" "$report" $form "$array" "$from" "$to" "$ranks" -- \
            "$distplan" redist --array "$array" --from "$from" --to "$to" --ranks "$ranks" "${option[@]}"
    done
done
cd "$jobs"
for name in fft2d triangle submatrix concatenation; do
    same "$name" "$report" json "$name.hpf" -- "$distplan" redist "$name.hpf" --json
done
for name in fft2d pitfalls-fig12; do
    same "$name" "$report" schedule "$name.hpf" -- "$distplan" schedule "$name.hpf" --machine delta --json
    same "$name" "$report" schedules "$name.hpf" -- "$distplan" schedule "$name.hpf" --machine delta --compare --json
done
for name in fft2d heat; do
    same "$name" "$report" advice "$name.hpf" -- "$distplan" advise "$name.hpf" --machine delta --json
done
[ $compared -eq 18 ] || { echo "$compared reports compared; expected 18" >&2; exit 1; }
