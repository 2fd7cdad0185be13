#!/bin/bash
# Compiles programs that distplan codegen writes, without a warning, and runs them: each checks itself.
# Usage: programs.sh DISTPLAN LOCAL-MPIRUN JOBS SCRATCH-FOLDER
set -euo pipefail
distplan=$1 mpirun=$2 jobs=$3 scratch=$4
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

# Copies along the second dimension of the processors, a stride, and blocks of three sizes.
cat >copies.hpf <<'JOB'
      real B(20), C(9,7)
!hpf$ processors P(2,3), Q(3)
!hpf$ template T(20,6)
!hpf$ align B(i) with T(i,*)
!hpf$ distribute T(cyclic(3),block) onto P
!hpf$ distribute C(gen_block(4,0,5),*) onto Q
!dist$ region write may B(i) for(n: 2<=i, i<=n, mod(i,2)==0)
!dist$ region read must C(i,j) for(n: 1<=i, i<=j, j<=n)
JOB

# Parameters that are called as coordinates, variables, types and functions of the program and its libraries are.
cat >names.hpf <<'JOB'
      real A(24,10)
!hpf$ processors P(3,2)
!hpf$ distribute A(cyclic(3),block) onto P
!dist$ region write must A(x,y) for(p1,size_t,I,a1: p1<=x, x<=size_t, I<=y, y<=a1)
!dist$ region write may A(x,y) for(abort,mpi,END,c0: abort<=x, x<=mpi, mod(x+y,3)==0, END<=y, y<=c0)
JOB

# Too many strides for polyhedra: the region's own loops around a test of the owner.
cat >strides.hpf <<'JOB'
      real A(100,90)
!hpf$ processors P(2,2)
!hpf$ template T(300,200)
!hpf$ align A(i,j) with T(3*i,2*j)
!hpf$ distribute T(cyclic(7),cyclic(5)) onto P
      read *, m
      do i = 1, m, 3
        do j = i, 2*m-i, 5
          A(2*i+3*j,3*i-2*j+m) = 0
        end do
      end do
JOB

# Elements of all kinds: MPI's types, and bytes.
cat >types.hpf <<'JOB'
      complex*16 A(24,10)
      integer*1 B(24,10)
      bytes(24) C(24,10)
!hpf$ processors P(3,2)
!hpf$ distribute (cyclic(3),block) onto P :: A, B, C
!dist$ region write may A(i,j) for(m: 2<=i, i<=m, mod(i+j,3)==0, 1<=j, j<=9)
!dist$ region write may B(i,j) for(m: 2<=i, i<=m, mod(i+j,3)==0, 1<=j, j<=9)
!dist$ region write may C(i,j) for(m: 2<=i, i<=m, mod(i+j,3)==0, 1<=j, j<=9)
!hpf$ redistribute (block,cyclic) onto P :: A, B, C
JOB

# program NAME JOB RANKS ARGUMENTS...: makes, compiles, and runs.
program() {
    local name=$1 job=$2 ranks=$3
    shift 3
    "$distplan" codegen "$job" "$@" >"$name"
    case $name in
    *.cpp) mpicxx -std=c++17 -Wall -Wextra -Werror -D_GLIBCXX_ASSERTIONS "$name" -o "${name%.*}.run" ;;
    *.f90) mpif90 -std=f2008 -fcheck=all,no-array-temps -Wall -Werror "$name" -o "${name%.*}.run" ;;
    esac
    said=$("$mpirun" -n "$ranks" "./${name%.*}.run")
    echo "$name: $said"
    [[ $said == *"elements, 0 wrong" && $said != *": 0 elements"* ]]
}

# fails NAME RANKS: a program that must notice that it is broken.
fails() {
    if "$mpirun" -n "$2" "./$1.run" 2>/dev/null; then
        echo "$1 misplaces elements and ended well" >&2
        exit 1
    fi
}

program collect.cpp "$jobs/triangle.hpf" 8 --kind collect --set m=27
program update.f90 "$jobs/triangle.hpf" 9 --kind update --language fortran --set m=27
program copies_update.cpp copies.hpf 6 --kind update --set n=13
program copies_collect.f90 copies.hpf 6 --kind collect --language fortran --set n=20
program blocks.cpp copies.hpf 3 --kind collect --line 2 --set n=6
# Two I/O processors, and a host of its own beside the nodes.
sed '/^ *end$/i !dist$ region read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m)' "$jobs/coelho-io.hpf" >io.hpf
program io.cpp io.hpf 8 --kind collect --set m=27
program host.f90 copies.hpf 7 --kind update --language fortran --host 6 --set n=13
program names.cpp names.hpf 6 --kind collect --set p1=2,size_t=20,I=3,a1=9,abort=1,mpi=24,end=2,C0=8
program names.f90 names.hpf 6 --kind update --language fortran --set P1=2,Size_T=20,i=3,a1=9,abort=1,MPI=24,END=2,c0=8
program strides.cpp strides.hpf 4 --kind update --set m=20
program strides.f90 strides.hpf 4 --kind collect --language fortran --set m=20
for language in c++ fortran; do
    end=$([ $language = fortran ] && echo f90 || echo cpp)
    for kind in collect update; do program "types_$kind.$end" types.hpf 6 --kind $kind --language $language --set m=20; done
    program "types_redist.$end" types.hpf 6 --kind redist --language $language
    grep -q 'complex.*\(double\|1d0\)' "types_redist.$end"
done
program redist.cpp "$jobs/two-arrays.hpf" 4 --kind redist # two arrays
program pitfalls.f90 "$jobs/pitfalls-fig17.hpf" 8 --kind pitfalls --language fortran
program halo.cpp "$jobs/jacobi.hpf" 8 --kind halo --stencil box:1 --periodic all
# Of a context: neighbours that only other elements read do not come, and are not looked at.
context='2 <= i < 500 and not (i + j % 2 == -3 or (i - 2*j) / -3 % 2 == 1 or j /= j)'
for end in cpp f90; do
    language=$([ $end = f90 ] && echo fortran || echo c++)
    program "context.$end" "$jobs/jacobi.hpf" 8 --kind halo --language $language --stencil 5 --periodic 1 --where "$context"
    program "context_wide.$end" copies.hpf 6 --kind halo --language $language --stencil box:1 --wide 2 --where 'i % 4 == 0' --array-name B
done

# Each rank allocates what it owns: together as much as the array has (6x5), twice, with nothing over.
cat >uneven.hpf <<'JOB'
      real A(6,5)
!hpf$ processors P(4,2)
!hpf$ distribute A(block,cyclic(2)) onto P
!hpf$ redistribute A(cyclic,block) onto P
JOB
for kind in redist pitfalls; do
    for end in cpp f90; do
        program "$kind-uneven.$end" uneven.hpf 8 --kind $kind --language "$([ $end = f90 ] && echo fortran || echo c++)"
        sed 's/^    plan(rank, sends, receives);/& printf("%zu %zu\\n", before.size(), after.size());/
             s/^  *before = untouched$/&; print *, size(before), size(after)/' "$kind-uneven.$end" >"sizes-$kind.$end"
        $([ $end = f90 ] && echo mpif90 || echo mpicxx -std=c++17) "sizes-$kind.$end" -o sizes.run
        [ "$("$mpirun" -n 8 ./sizes.run | awk 'NF == 2 { before += $1; after += $2 } END { print before, after }')" = "30 30" ]
    done
done
cat >uneven-region.hpf <<'JOB'
      real A(11,5)
!hpf$ processors P(3,2)
!hpf$ template T(40,7)
!hpf$ align A(i,j) with T(37-3*i,j+1)
!hpf$ distribute T(cyclic(4),block) onto P
!dist$ region read must A(i,j) for(n: 1<=i, i<=n, 1<=j, j<=n)
!dist$ region write may A(i,j) for(n: 1<=i, i<=n, 1<=j, j<=n)
JOB
for kind in collect update; do
    for end in cpp f90; do
        program "$kind-uneven.$end" uneven-region.hpf 6 --kind $kind --set n=99 --language "$([ $end = f90 ] && echo fortran || echo c++)"
        sed 's/^        elements.assign.*/& printf("%d %zu\\n", rank, elements.size());/
             s/^ *allocate (local(.*/&; print *, rank, size(local)/' "$kind-uneven.$end" >"sizes-$kind.$end"
        $([ $end = f90 ] && echo mpif90 || echo mpicxx -std=c++17) "sizes-$kind.$end" -o sizes.run
        [ "$("$mpirun" -n 6 ./sizes.run | awk 'NF == 2 { held[$1] = $2 } END { for (r in held) all += held[r]; print all }')" = 55 ]
    done
done
for end in cpp f90; do
    program "halo-uneven.$end" uneven.hpf 8 --kind halo --stencil box:1 --language "$([ $end = f90 ] && echo fortran || echo c++)"
done

# The length of a program does not follow the array's.
lines() { "$distplan" codegen --array "real A($1)" --from '(cyclic(3)) onto P(4)' --to '(cyclic(5)) onto Q(5)' --kind "$2" | wc -l; }
for kind in redist pitfalls; do
    [ "$(lines 1200 $kind)" -eq "$(lines 1200000000 $kind)" ]
done

# A wrong place is seen: the test of the test.
sed 's/array\[number(a1, a2)\] = message/array[number(a2, a1)] = message/' collect.cpp >broken.cpp
mpicxx -std=c++17 broken.cpp -o broken.run
fails broken 8

sed 's/array(number(a1)) = message(next)/array(number(a1)) = message(1)/' copies_collect.f90 >broken_collect.f90
sed 's/local(place(a1, a2)) = message(next)/local(place(a1, a2)) = message(1)/' update.f90 >broken_update.f90
for broken in broken_collect broken_update; do
    mpif90 "$broken.f90" -o "$broken.run"
    fails "$broken" 9
done

# So is what one of several arrays lacks while another has it twice.
for part in 1 2; do
    change=$([ $part = 1 ] && echo "- 1" || echo "+ 1")
    sed -i "/^namespace part_$part {/,/^} \/\/ namespace part_$part/s/\(expected_elements() { return [0-9]*\);/\1 $change;/" redist.cpp
done
grep -c 'expected_elements() { return [0-9]* [-+] 1;' redist.cpp | grep -qx 2
mpicxx -std=c++17 redist.cpp -o lacking.run
fails lacking 4

# Packing and unpacking in any order, as long as it is the same: here both backwards, and then one of them.
cat >backwards.hpp <<'CODE'
template <class Visit>
void backwards(long p1, long p2, Visit visit) {
    std::vector<std::array<long, 2>> all;
    for_each_element(p1, p2, [&](long a1, long a2) { all.push_back({a1, a2}); });
    for (auto each = all.rbegin(); each != all.rend(); ++each) visit((*each)[0], (*each)[1]);
}
CODE
sed -e '/Node: packs/{h;s/.*/#include "backwards.hpp"/p;g}' \
    -e '/message.push_back(local/s/for_each_element/PACK/' -e '/= message\[next++\]/s/for_each_element/UNPACK/' collect.cpp >permuted.cpp
mpicxx -std=c++17 -DPACK=backwards -DUNPACK=backwards permuted.cpp -o permuted.run
"$mpirun" -n 8 ./permuted.run
mpicxx -std=c++17 -DPACK=backwards -DUNPACK=for_each_element permuted.cpp -o permuted.run
fails permuted 8
