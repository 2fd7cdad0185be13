// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the routes of tessera_mpi.h, on any number of ranks: every element is its own number.
#include "tests/api/check.h"

#include <tessera_mpi.h>

enum { rows = 7, columns = 10, elements = rows * columns };

static int rank = 0;
static int ranks = 1;

/// This rank's part of an array, and the numbers of its elements.
typedef struct {
    tessera_mapping* mapping;
    int64_t count;
    int64_t numbers[elements];
    double part[elements + 1];
} array_part;

static array_part part_of(char const* formats) {
    array_part mine = {.count = 0};
    EXPECT_OK(tessera_mapping_parse("double A[7][10]", formats, ranks, &mine.mapping));
    int64_t list[2][elements] = {{0}};
    int64_t extents[2] = {0, 0};
    for (int d = 0; d < 2; ++d) EXPECT_OK(tessera_mapping_indices(mine.mapping, rank, d, elements, list[d], &extents[d]));
    for (int64_t i = 0; i < extents[0]; ++i)
        for (int64_t j = 0; j < extents[1]; ++j) {
            mine.numbers[mine.count] = list[0][i] * columns + list[1][j];
            mine.part[mine.count] = (double)mine.numbers[mine.count];
            ++mine.count;
        }
    return mine;
}

/// Draws a list of elements, some of them more than once. Ranks have lists of different lengths; the last one has none.
static int64_t draw_list(int64_t* list) {
    int64_t const count = rank == ranks - 1 && ranks > 1 ? 0 : 40 + 13 * rank;
    uint64_t state = 77 + (uint64_t)rank;
    for (int64_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        list[i] = (int64_t)(state >> 33U) % elements;
    }
    return count;
}

static void values_come_from_named_elements(char const* formats) {
    array_part mine = part_of(formats);
    int64_t list[200];
    int64_t const count = draw_list(list);
    tessera_route* route = NULL;
    EXPECT_OK(tessera_route_make(mine.mapping, list, count, MPI_COMM_WORLD, &route));
    double values[201] = {0};
    for (int round = 0; round < 2; ++round) {
        EXPECT_OK(tessera_route_get(route, mine.part, values));
        for (int64_t i = 0; i < count; ++i) EXPECT(values[i] == (double)(list[i] + 100 * round));
        for (int64_t i = 0; i < mine.count; ++i) mine.part[i] += 100;
    }
    EXPECT_OK(tessera_route_begin_get(route, mine.part, values));
    EXPECT_INVALID(tessera_route_begin_get(route, mine.part, values), "call tessera_route_end first");
    EXPECT_OK(tessera_route_end(route));
    EXPECT_INVALID(tessera_route_end(route), "no send or get is under way");
    for (int64_t i = 0; i < count; ++i) EXPECT(values[i] == (double)(list[i] + 200));
    tessera_route_free(route);
    tessera_mapping_free(mine.mapping);
}

static void values_go_to_named_elements(char const* formats) {
    array_part mine = part_of(formats);
    int64_t list[200];
    int64_t const count = draw_list(list);
    double mine_added[elements] = {0};
    double added[elements] = {0};
    double values[201];
    for (int64_t i = 0; i < count; ++i) {
        values[i] = (double)(i + 1);
        mine_added[list[i]] += values[i];
    }
    MPI_Allreduce(mine_added, added, elements, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    tessera_route* route = NULL;
    EXPECT_OK(tessera_route_make(mine.mapping, list, count, MPI_COMM_WORLD, &route));
    EXPECT_OK(tessera_route_send(route, values, mine.part, TESSERA_SUM));
    for (int64_t i = 0; i < mine.count; ++i) EXPECT(mine.part[i] == (double)mine.numbers[i] + added[mine.numbers[i]]);
    for (int64_t i = 0; i < count; ++i) values[i] = -(double)list[i];
    EXPECT_OK(tessera_route_send(route, values, mine.part, TESSERA_REPLACE));
    for (int64_t i = 0; i < mine.count; ++i)
        EXPECT(mine.part[i] == (added[mine.numbers[i]] > 0 ? -(double)mine.numbers[i] : (double)mine.numbers[i]));
    EXPECT_OK(tessera_route_send(route, values, mine.part, TESSERA_MAX));
    tessera_route_free(route);
    tessera_mapping_free(mine.mapping);
}

static void routes_refuse_wrong_input(void) {
    array_part mine = part_of("(block,*)");
    int64_t const beyond[] = {0, elements};
    tessera_route* route = NULL;
    EXPECT_INVALID(tessera_route_make(NULL, beyond, 1, MPI_COMM_WORLD, &route), "mapping is null");
    EXPECT_INVALID(tessera_route_make(mine.mapping, beyond, 2, MPI_COMM_WORLD, &route), "70");
    EXPECT_INVALID(tessera_route_make(mine.mapping, beyond, -1, MPI_COMM_WORLD, &route), "count is -1");
    EXPECT_INVALID(tessera_route_make(mine.mapping, NULL, 1, MPI_COMM_WORLD, &route), "elements is null");
    // What is wrong on one rank is refused on all.
    EXPECT_INVALID(tessera_route_make(mine.mapping, beyond, rank == ranks - 1 ? 2 : 1, MPI_COMM_WORLD, &route), "70");
    EXPECT(route == NULL);
    EXPECT_OK(tessera_route_make(mine.mapping, beyond, 1, MPI_COMM_WORLD, &route));
    double value = 0;
    EXPECT_INVALID(tessera_route_send(route, NULL, mine.part, TESSERA_SUM), "values is null");
    EXPECT_INVALID(tessera_route_send(route, &value, mine.part, 8), "8 is no way to combine");
    EXPECT_INVALID(tessera_route_send(route, &value, mine.part, TESSERA_XOR), "float64");
    if (mine.count > 0) EXPECT_INVALID(tessera_route_get(route, NULL, &value), "part is null");
    EXPECT_INVALID(tessera_route_get(NULL, mine.part, &value), "route is null");
    tessera_route_free(route);
    tessera_mapping_free(mine.mapping);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    char const* const all[] = {"(block,*)", "(cyclic(2),*)", "(*,block)"};
    for (int k = 0; k < 3; ++k) {
        values_come_from_named_elements(all[k]);
        values_go_to_named_elements(all[k]);
    }
    char copies[100]; // every rank has all elements
    snprintf(copies, sizeof copies, "jax(P(None, None), mesh={'x':%d})", ranks);
    values_come_from_named_elements(copies);
    values_go_to_named_elements(copies);
    routes_refuse_wrong_input();
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}
