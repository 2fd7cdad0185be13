// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a hot spot spreads over a periodic plane, which all ranks hold in parts with a halo. The heat stays the same.
// Usage: mpirun -n RANKS heat [STEPS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tessera_mpi.h>

enum { extent = 120 };

static void demand(int status) {
    if (status == TESSERA_OK) return;
    fprintf(stderr, "%s\n", tessera_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/// This rank's elements: their global indices, and the places of all elements in its memory.
typedef struct {
    int64_t shape[2];
    int64_t rows[extent];
    int64_t columns[extent];
    int64_t strides[2];
    int64_t size;
} part;

static part part_of(tessera_mapping const* mapping, tessera_halo const* halo, int rank) {
    part mine;
    demand(tessera_mapping_local_shape(mapping, rank, mine.shape));
    demand(tessera_mapping_indices(mapping, rank, 0, extent, mine.rows, &mine.shape[0]));
    demand(tessera_mapping_indices(mapping, rank, 1, extent, mine.columns, &mine.shape[1]));
    demand(tessera_halo_strides(halo, mine.strides));
    demand(tessera_halo_allocation(halo, &mine.size));
    return mine;
}

/// Returns the offset of the first element of a local row. The rest of the row follows, because the rows are blocks.
static int64_t start_of_row(tessera_halo const* halo, part const* mine, int64_t row) {
    int64_t offset = 0;
    demand(tessera_halo_offset(halo, (int64_t const[]){mine->rows[row], mine->columns[0]}, &offset));
    return offset;
}

static void step(tessera_halo* halo, part const* mine, double* now, double* next) {
    demand(tessera_halo_run(halo, now));
    for (int64_t i = 0; i < mine->shape[0]; ++i) {
        int64_t at = mine->shape[1] > 0 ? start_of_row(halo, mine, i) : 0;
        for (int64_t j = 0; j < mine->shape[1]; ++j, at += mine->strides[1]) {
            double const around =
                now[at - mine->strides[0]] + now[at + mine->strides[0]] + now[at - mine->strides[1]] + now[at + mine->strides[1]];
            next[at] = 0.6 * now[at] + 0.1 * around;
        }
    }
}

static double heat_of(tessera_halo const* halo, part const* mine, double const* now) {
    double sum = 0;
    for (int64_t i = 0; i < mine->shape[0] && mine->shape[1] > 0; ++i) {
        int64_t const at = start_of_row(halo, mine, i);
        for (int64_t j = 0; j < mine->shape[1]; ++j) sum += now[at + j * mine->strides[1]];
    }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long const steps = argc > 1 ? strtol(argv[1], NULL, 10) : 50;

    tessera_mapping* mapping = NULL;
    tessera_halo* halo = NULL;
    demand(tessera_mapping_parse("double T[120][120]", "(block,block)", ranks, &mapping));
    demand(tessera_halo_make(mapping, "star:1", "all", TESSERA_HALO_FILL, MPI_COMM_WORLD, &halo));
    part const mine = part_of(mapping, halo, rank);
    double* now = calloc((size_t)mine.size + 1, sizeof *now);
    double* next = calloc((size_t)mine.size + 1, sizeof *next);

    int64_t owner = 0;
    int64_t owners = 0;
    int64_t place = 0;
    int64_t const spot[] = {extent / 2, extent / 2};
    demand(tessera_mapping_owners(mapping, spot, 1, &owner, &owners));
    if (owner == rank) {
        demand(tessera_halo_offset(halo, spot, &place));
        now[place] = 1000;
    }
    for (long i = 0; i < steps; ++i) {
        step(halo, &mine, now, next);
        double* const kept = now;
        now = next;
        next = kept;
    }
    double const heat = heat_of(halo, &mine, now);
    if (owner == rank) printf("after %ld steps the spot has %.3f of %.3f\n", steps, now[place], heat);
    free(now);
    free(next);
    tessera_halo_free(halo);
    tessera_mapping_free(mapping);
    MPI_Finalize();
    return fabs(heat - 1000) < 1e-6 ? 0 : 1;
}
