#!/bin/bash
# Builds the programs of share/doc/library.md and of the README by pkg-config against the installed libraries, and runs them. Programs are short, and print
# what the document says. Usage: library_programs.sh SOURCE PREFIX SCRATCH MPICC
set -euo pipefail
source=$1 prefix=$2 scratch=$3 mpicc=$4
here=$(dirname "$0")
rm -rf "$scratch/programs"
for document in share/doc/library.md README.md; do "$here/document_programs.sh" "$source/$document" "$scratch/programs"; done
config=$(find "$prefix" -name tessera-mpi.pc)
PKG_CONFIG_PATH=$(dirname "$config")
export PKG_CONFIG_PATH
warnings=(-Wall -Wextra -Wpedantic -Werror)
read -ra flags <<<"$(pkg-config --cflags tessera-mpi)"
read -ra plan <<<"$(pkg-config --libs tessera) -Wl,-rpath,$(pkg-config --variable=libdir tessera)"
read -ra move <<<"$(pkg-config --libs tessera-mpi) ${plan[*]}"
read -ra copy <<<"$(pkg-config --libs tessera-io) ${plan[*]}"
modules=$(pkg-config --variable=fortrandir tessera)
cd "$scratch/programs"
cp "$source/datasets/fields/egm96-geoid.h5" geoid.h5
programs=0
for program in *.c *.cpp *.f90; do
    lines=$(wc -l <"$program")
    [ "$lines" -lt 26 ] || { echo "$program has $lines lines; a program of the page has at most 25" >&2; exit 1; }
    ranks=$(cat "$program.ranks")
    case $program,$ranks in
    *.c,no) cc -std=c11 "${warnings[@]}" "$program" "${flags[@]}" "${plan[@]}" -o program ;;
    copy.c,*) "$mpicc" -std=c11 "${warnings[@]}" "$program" "${flags[@]}" "${copy[@]}" -o program ;;
    *.c,*) "$mpicc" -std=c11 "${warnings[@]}" "$program" "${flags[@]}" "${move[@]}" -o program ;;
    *.cpp,*) "${mpicc/mpicc/mpicxx}" -std=c++17 "${warnings[@]}" "$program" "${flags[@]}" "${move[@]}" -o program ;;
    *.f90,*) "${mpicc/mpicc/mpifort}" "$modules/tessera.f90" "$modules/tessera_mpi.f90" "$program" "${move[@]}" -o program ;;
    esac
    if [ "$ranks" = no ]; then ./program >printed; else "$source/share/bin/local-mpirun" -n "$ranks" ./program >printed; fi
    if [ -f "$program.expected" ]; then diff -u "$program.expected" printed; fi
    programs=$((programs + 1))
done
cmp simplest.cpp readme.cpp
lines=$(wc -l <simplest.cpp)
[ "$lines" -lt 10 ] || { echo "the simplest move has $lines lines; expected fewer than 10" >&2; exit 1; }
[ $programs -ge 7 ] || { echo "only $programs programs found; expected 7" >&2; exit 1; }
echo "$programs programs print what library.md and the README say"
