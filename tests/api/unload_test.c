// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program loads libtessera_mpi, moves an array, and unloads the library before MPI_Finalize. Usage: unload_tests LIBRARY
#include <dlfcn.h>
#include <stdio.h>
#include <tessera_mpi.h>

typedef int make_function(char const*, char const*, char const*, MPI_Comm, tessera_mover_options const*, tessera_mover**);
typedef int run_function(tessera_mover*, void const* const*, void* const*);
typedef void free_function(tessera_mover*);

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    void* const library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    make_function* const make = (make_function*)(intptr_t)dlsym(library, "tessera_mover_parse");
    run_function* const run = (run_function*)(intptr_t)dlsym(library, "tessera_mover_run");
    free_function* const release = (free_function*)(intptr_t)dlsym(library, "tessera_mover_free");
    tessera_mover* mover = NULL;
    float a[24] = {7};
    float b[24] = {0};
    if (make("float A[24]", "(block)", "(cyclic)", MPI_COMM_WORLD, NULL, &mover) != TESSERA_OK) return 3;
    if (run(mover, (void const*[]){a}, (void*[]){b}) != TESSERA_OK) return 4;
    release(mover);
    dlclose(library);
    MPI_Finalize();
    return 0;
}
