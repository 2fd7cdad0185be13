#!/bin/bash
# Configures, builds and runs the project in outside/ against the installed libraries, after they were moved to another place.
# Usage: outside_library.sh SOURCE PREFIX SCRATCH MPICC
set -euo pipefail
source=$1 prefix=$2 scratch=$3 mpicc=$4
here=$(realpath "$(dirname "$0")")
rm -rf "$scratch"
mkdir -p "$scratch"
cp -r "$prefix" "$scratch/moved"
rm -rf "$scratch/programs"
"$here/document_programs.sh" "$source/share/doc/library.md" "$scratch/programs"
cmake -G Ninja -S "$here/outside" -B "$scratch/build" "-DCMAKE_PREFIX_PATH=$scratch/moved" "-DMPI_C_COMPILER=$mpicc" \
    "-DMPI_Fortran_COMPILER=${mpicc/mpicc/mpifort}" "-DPROGRAMS=$scratch/programs" "-DEXAMPLES=$scratch/moved/share/doc/tessera/examples"
cmake --build "$scratch/build" -j 2
cd "$scratch/build"

# expect NAME COMMAND...: the program prints what the document says of NAME.
expect() {
    local name=$1
    shift
    "$@" >printed
    diff -u "$scratch/programs/$name.expected" printed
}
mpirun=$source/share/bin/local-mpirun
expect plan.c ./plan
expect move.c "$mpirun" -n 4 ./move_c
expect numbers.cpp "$mpirun" -n 4 ./move_cpp
expect move.f90 "$mpirun" -n 4 ./move_fortran
for ranks in 1 3 4; do
    "$mpirun" -n $ranks fortran/fft2d
    "$mpirun" -n $ranks c/heat
    "$mpirun" -n $ranks ./cpp_interface
    "$mpirun" -n $ranks ./fortran_interface
    "$mpirun" -n $ranks ./cpp_copies "$source/datasets/fields/egm96-geoid.h5:/geoid" "$scratch"
    "$mpirun" -n $ranks ./fortran_copies "$source/datasets/fields/egm96-geoid.h5:/geoid" "$scratch"
done

# Two jobs in Fortran hand matrices over.
"$mpirun" -n 2 fortran/producer 40 3 meeting </dev/null &
producer=$!
[ "$("$mpirun" -n 3 fortran/consumer 40 meeting </dev/null)" = "received 3 matrices of 40 x 40" ]
wait $producer

# Planning needs no MPI. Moving needs no library for files.
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
for library in $(find "$scratch/moved" -name libtessera.so -o -name libtessera_mpi.so); do
    if needed "$library" | grep -E 'lib(hdf5|z|zstd|lz4|bz2|blosc|deflate|sz)[._]'; then
        echo "$library needs a library for files" >&2
        exit 1
    fi
done
if needed "$(find "$scratch/moved" -name libtessera.so)" | grep libmpi; then
    echo "libtessera needs MPI" >&2
    exit 1
fi
