#!/bin/bash
# The eight programs of the pC* thesis compute what one process computes, to the last bit, on a number of ranks and other mappings
# than their own.
# Usage: programs.sh LOCAL-MPIRUN FOLDER-OF-PROGRAMS RANKS [other]
set -euo pipefail
mpirun=$1 programs=$2 ranks=$3 other=${4:-}

# agrees PROGRAM NUMBERS... [--mapped MAPPING]: its line of result says so.
agrees() {
    local program=$1 line
    shift
    line=$("$mpirun" -n "$ranks" "$programs/$program" "$@" --check)
    [[ $line == "$program "*"; equal to one process" ]] || { echo "$line"; exit 1; }
}

agrees fft 256
agrees histeq 31 40
agrees njac 24 30 12
agrees roadnet 41 37 6
agrees amp 40 33 3
agrees julia 30 30 40
agrees mm 24
agrees rf 20 31 3
[ -n "$other" ] || exit 0

agrees fft 64 --mapped '(cyclic(3))'
agrees histeq 31 40 --mapped '(*,cyclic(3))'
agrees njac 24 30 12 --mapped '(cyclic(4),block)'
agrees roadnet 41 37 6 --mapped '(cyclic(3),cyclic(5))'
agrees amp 40 33 4 --mapped '(cyclic(2),block)'
agrees julia 30 30 40 --mapped '(block,*)'
agrees mm 24 --mapped '(block,cyclic(2))'
agrees rf 20 31 5 --mapped '(block,block)'
# An array that some ranks have no part of.
agrees njac 24 30 12 --mapped '(block,*) onto P(2)'
agrees roadnet 41 37 6 --mapped '(block,*) onto P(2)'
agrees mm 12 --mapped '(*,block) onto P(2)'

# refused EXIT-CODE WORDS PROGRAM ARGUMENTS...: with these words, on all ranks.
refused() {
    local code=$1 words=$2 program=$3 found=0 said
    shift 3
    said=$("$mpirun" -n "$ranks" "$programs/$program" "$@" 2>&1) || found=$?
    [[ $found == "$code" && $said == *"$words"* ]] || { echo "$program $*: $found, $said"; exit 1; }
}
refused 2 "the length must be a power of 2" fft 100
refused 2 "'0' is not understood" mm 0
refused 1 "did you mean 'block'?" njac 24 30 12 --mapped '(blok,*)'
