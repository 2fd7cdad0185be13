// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of every function of tessera_mpi.h, right and wrong, on any number of ranks.
#include "tests/api/check.h"

#include <tessera_mpi.h>

#include <complex.h>
#include <sys/mman.h>

static int rank = 0;
static int ranks = 1;

static double* storage(int64_t elements) {
    double* const list = malloc((size_t)(elements + 1) * sizeof *list);
    for (int64_t i = 0; i <= elements; ++i) list[i] = -1;
    return list;
}

static tessera_plan* plan_of(char const* array, char const* from, char const* to) {
    tessera_plan* plan = NULL;
    EXPECT_OK(tessera_plan_parse(array, from, to, ranks, &plan));
    return plan;
}

static tessera_mapping* end_of(tessera_plan const* plan, int is_source) {
    tessera_mapping* mapping = NULL;
    EXPECT_OK(is_source ? tessera_plan_source(plan, 0, &mapping) : tessera_plan_target(plan, 0, &mapping));
    return mapping;
}

/// This rank's part of a matrix: its global indices and where they lie.
typedef struct {
    int64_t shape[2];
    int64_t strides[2];
    int64_t indices[2][64];
    int64_t start;
    int64_t size;
} part;

static part part_of(tessera_mapping const* mapping) {
    part mine;
    int64_t count = 0;
    EXPECT_OK(tessera_mapping_local_shape(mapping, rank, mine.shape));
    EXPECT_OK(tessera_mapping_local_strides(mapping, rank, mine.strides));
    EXPECT_OK(tessera_mapping_local_start(mapping, rank, &mine.start));
    EXPECT_OK(tessera_mapping_allocation(mapping, rank, &mine.size));
    for (int d = 0; d < 2; ++d) EXPECT_OK(tessera_mapping_indices(mapping, rank, d, 64, mine.indices[d], &count));
    return mine;
}

static double value(int64_t i, int64_t j) {
    return (double)(1000 * i + j);
}

static void fill(part const* mine, double* local) {
    for (int64_t i = 0; i < mine->shape[0]; ++i)
        for (int64_t j = 0; j < mine->shape[1]; ++j)
            local[mine->start + i * mine->strides[0] + j * mine->strides[1]] = value(mine->indices[0][i], mine->indices[1][j]);
}

/// Returns the number of elements that are not factor * value.
static int wrong_elements(part const* mine, double const* local, double factor) {
    int wrong = 0;
    for (int64_t i = 0; i < mine->shape[0]; ++i)
        for (int64_t j = 0; j < mine->shape[1]; ++j)
            wrong += local[mine->start + i * mine->strides[0] + j * mine->strides[1]] !=
                     factor * value(mine->indices[0][i], mine->indices[1][j]);
    return wrong;
}

/// A plan of a matrix with this rank's parts.
typedef struct {
    tessera_plan* plan;
    part from;
    part to;
    double* source;
    double* target;
} matrix_move;

static matrix_move matrix_of(char const* array, char const* from, char const* to) {
    matrix_move move = {plan_of(array, from, to), {{0}, {0}, {{0}}, 0, 0}, {{0}, {0}, {{0}}, 0, 0}, NULL, NULL};
    tessera_mapping* const source = end_of(move.plan, 1);
    tessera_mapping* const target = end_of(move.plan, 0);
    move.from = part_of(source);
    move.to = part_of(target);
    tessera_mapping_free(source);
    tessera_mapping_free(target);
    move.source = storage(move.from.size);
    move.target = storage(move.to.size);
    fill(&move.from, move.source);
    return move;
}

static void release(matrix_move* move) {
    tessera_plan_free(move->plan);
    free(move->source);
    free(move->target);
}

static tessera_mover* mover_of(tessera_plan const* plan, tessera_mover_options const* options) {
    tessera_mover* mover = NULL;
    EXPECT_OK(tessera_mover_make(&plan, 1, MPI_COMM_WORLD, options, &mover));
    return mover;
}

// ---- Movers --------------------------------------------------------------------------------------------------------------------

static void every_transport_moves(void) {
    for (int transport = TESSERA_AUTO; transport <= TESSERA_PERSISTENT; ++transport) {
        matrix_move move = matrix_of("real8 A(23,17)", "(block,*)", "(*,cyclic(3))");
        tessera_mover_options options = TESSERA_MOVER_OPTIONS;
        options.transport = transport;
        tessera_mover* const mover = mover_of(move.plan, &options);
        for (int repeat = 0; repeat < 2; ++repeat) {
            EXPECT_OK(tessera_mover_run(mover, (void const*[]){move.source}, (void*[]){move.target}));
            EXPECT(wrong_elements(&move.to, move.target, 1) == 0);
            for (int64_t i = 0; i < move.to.size; ++i) move.target[i] = -2;
        }
        EXPECT(move.target[move.to.size] == -1);
        tessera_mover_free(mover);
        release(&move);
    }
}

static void text_is_enough(void) {
    tessera_mover* mover = NULL;
    int64_t source = -1;
    int64_t target = -1;
    int64_t arrays = 0;
    EXPECT_OK(tessera_mover_parse("real8 A(23,17)", "(block,*)", "(*,block)", MPI_COMM_WORLD, NULL, &mover));
    EXPECT_OK(tessera_mover_sizes(mover, 0, &source, &target));
    matrix_move move = matrix_of("real8 A(23,17)", "(block,*)", "(*,block)");
    EXPECT(source == move.from.size && target == move.to.size);
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){move.source}, (void*[]){move.target}));
    EXPECT(wrong_elements(&move.to, move.target, 1) == 0);
    EXPECT_OK(tessera_mover_arrays(mover, &arrays));
    EXPECT(arrays == 1);
    EXPECT_INVALID(tessera_mover_sizes(mover, 1, &source, &target), "there is no array 1");
    EXPECT_INVALID(tessera_mover_sizes(mover, -1, &source, &target), "there is no array -1");
    tessera_mover_free(mover);
    mover = NULL;
    EXPECT_OK(tessera_mover_parse_f("real8 A(23,17)", "(block,*)", "(*,block)", MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &mover));
    tessera_mover_free(mover);
    mover = NULL;
    EXPECT_INVALID(tessera_mover_parse("real8 A(23,17)", "(blck,*)", "(*,block)", MPI_COMM_WORLD, NULL, &mover), "from:1:2");
    EXPECT(mover == NULL);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char const* const from = rank == 0 ? "(blck,*)" : "(block,*)"; // as a list that one rank cannot read
    EXPECT_INVALID(tessera_mover_parse("real8 A(23,17)", from, "(*,block)", MPI_COMM_WORLD, NULL, &mover), "blck");
    EXPECT(mover == NULL);
    release(&move);
}

static void halves_leave_time_to_compute(void) {
    matrix_move move = matrix_of("real8 A(23,17)", "(cyclic,*)", "(*,block)");
    tessera_mover* const mover = mover_of(move.plan, NULL);
    EXPECT_INVALID(tessera_mover_end(mover), "no move is under way");
    EXPECT_OK(tessera_mover_begin(mover, (void const*[]){move.source}, (void*[]){move.target}));
    EXPECT_INVALID(tessera_mover_begin(mover, (void const*[]){move.source}, (void*[]){move.target}), "a move is under way");
    EXPECT_OK(tessera_mover_end(mover));
    EXPECT(wrong_elements(&move.to, move.target, 1) == 0);
    // A move that nobody ended is ended when the mover is freed.
    EXPECT_OK(tessera_mover_begin(mover, (void const*[]){move.source}, (void*[]){move.target}));
    tessera_mover_free(mover);
    release(&move);
}

static void elements_are_scaled_and_added(void) {
    matrix_move move = matrix_of("real8 A(23,17)", "(cyclic,*)", "(*,block)");
    tessera_mover_options options = TESSERA_MOVER_OPTIONS;
    options.alpha[0] = 3;
    options.beta[0] = 2;
    tessera_mover* const mover = mover_of(move.plan, &options);
    fill(&move.to, move.target);
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){move.source}, (void*[]){move.target}));
    EXPECT(wrong_elements(&move.to, move.target, 5) == 0);
    tessera_mover_free(mover);
    release(&move);
}

static void complex_elements_are_conjugated(void) {
    tessera_plan const* const plan = plan_of("complex*16 C(12)", "(block)", "(cyclic)");
    tessera_mover_options options = TESSERA_MOVER_OPTIONS;
    options.conjugate = 1;
    options.alpha[0] = 0;
    options.alpha[1] = 1;
    tessera_mover* mover = NULL;
    EXPECT_OK(tessera_mover_make_f(&plan, 1, MPI_Comm_c2f(MPI_COMM_WORLD), &options, &mover));
    int64_t from[12];
    int64_t to[12];
    int64_t sent = 0;
    int64_t received = 0;
    tessera_mapping* const source = end_of(plan, 1);
    tessera_mapping* const target = end_of(plan, 0);
    EXPECT_OK(tessera_mapping_indices(source, rank, 0, 12, from, &sent));
    EXPECT_OK(tessera_mapping_indices(target, rank, 0, 12, to, &received));
    double complex a[12] = {0};
    double complex b[12] = {0};
    for (int64_t i = 0; i < sent; ++i) a[i] = (double)from[i] + 2 * I;
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){a}, (void*[]){b}));
    for (int64_t i = 0; i < received; ++i) EXPECT(creal(b[i]) == 2 && cimag(b[i]) == (double)to[i]);
    tessera_mover_free(mover);
    tessera_mapping_free(source);
    tessera_mapping_free(target);
    tessera_plan_free((tessera_plan*)plan);
}

/// Places a part in a larger array, with these strides, and returns the address of its first element.
static double* placed(part* mine, double* memory, int64_t room, int64_t row, int64_t column) {
    int64_t lowest = 0;
    if (row < 0) lowest -= row * (mine->shape[0] - 1);
    if (column < 0) lowest -= column * (mine->shape[1] - 1);
    for (int64_t i = 0; i < room; ++i) memory[i] = -7;
    mine->strides[0] = row;
    mine->strides[1] = column;
    mine->start = 0;
    return memory + lowest;
}

static void strides_are_the_callers(void) {
    matrix_move move = matrix_of("real8 A(23,17)", "(block,*)", "(*,cyclic(3))");
    enum { room = 20000 };
    double* const memory = malloc(2 * room * sizeof *memory);
    double* const source = placed(&move.from, memory, room, -3, 3 * 23 + 1);
    double* const target = placed(&move.to, memory + room, room, 2 * 17, -2);
    fill(&move.from, source);
    int64_t const* const from[] = {move.from.strides};
    int64_t const* const to[] = {move.to.strides};
    tessera_mover_options options = TESSERA_MOVER_OPTIONS;
    options.source_strides = from;
    options.target_strides = to;
    tessera_mover* const mover = mover_of(move.plan, &options);
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){source}, (void*[]){target}));
    EXPECT(wrong_elements(&move.to, target, 1) == 0);
    int64_t written = 0;
    for (int64_t i = 0; i < room; ++i) written += memory[room + i] != -7;
    EXPECT(written == move.to.shape[0] * move.to.shape[1]);
    tessera_mover_free(mover);

    int64_t const overlapping[] = {1, 1};
    int64_t const* const bad[] = {overlapping};
    options.source_strides = bad;
    tessera_mover* refused = NULL;
    tessera_plan const* const plan = move.plan;
    EXPECT_INVALID(tessera_mover_make(&plan, 1, MPI_COMM_WORLD, &options, &refused), "overlap");
    EXPECT(refused == NULL);
    free(memory);
    release(&move);
}

static void a_move_is_undone(void) {
    matrix_move move = matrix_of("real8 A(23,17)", "(block,*)", "(*,block)");
    tessera_mover_options options = TESSERA_MOVER_OPTIONS;
    options.with_return = 1;
    tessera_mover* mover = mover_of(move.plan, &options);
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){move.source}, (void*[]){move.target}));
    for (int64_t i = 0; i < move.from.size; ++i) move.source[i] = -3;
    EXPECT_OK(tessera_mover_run_back(mover, (void*[]){move.source}, (void const*[]){move.target}));
    EXPECT(wrong_elements(&move.from, move.source, 1) == 0);
    tessera_mover_free(mover);
    mover = mover_of(move.plan, NULL);
    EXPECT_INVALID(tessera_mover_run_back(mover, (void*[]){move.source}, (void const*[]){move.target}), "with_return");
    tessera_mover_free(mover);
    options.alpha[0] = 2;
    mover = NULL;
    tessera_plan const* const plan = move.plan;
    EXPECT_INVALID(tessera_mover_make(&plan, 1, MPI_COMM_WORLD, &options, &mover), "only without alpha");
    EXPECT(mover == NULL);
    release(&move);
}

static void arrays_travel_together(void) {
    matrix_move a = matrix_of("real8 A(23,17)", "(block,*)", "(*,block)");
    matrix_move b = matrix_of("real8 B(9,30)", "(*,cyclic)", "(cyclic,*)");
    tessera_plan const* const plans[] = {a.plan, b.plan};
    tessera_mover* mover = NULL;
    tessera_mover_costs costs;
    int64_t arrays = 0;
    EXPECT_OK(tessera_mover_make(plans, 2, MPI_COMM_WORLD, NULL, &mover));
    EXPECT_OK(tessera_mover_arrays(mover, &arrays));
    EXPECT(arrays == 2);
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){a.source, b.source}, (void*[]){a.target, b.target}));
    EXPECT(wrong_elements(&a.to, a.target, 1) == 0 && wrong_elements(&b.to, b.target, 1) == 0);
    EXPECT_OK(tessera_mover_cost(mover, &costs));
    EXPECT(costs.messages_sent <= ranks - 1 && costs.bytes_kept > 0);
    EXPECT(costs.bytes_sent + costs.bytes_kept == 8 * (a.from.size + b.from.size));
    tessera_mover_free(mover);
    release(&a);
    release(&b);
}

static void sums_are_added_up(void) {
    char from[100];
    char to[100];
    snprintf(from, sizeof from, "dtensor([Partial()], mesh=(%d,))", ranks);
    snprintf(to, sizeof to, "dtensor([Shard(0)], mesh=(%d,))", ranks);
    tessera_plan const* const plan = plan_of("double A[24]", from, to);
    tessera_mover* const mover = mover_of(plan, NULL);
    double addends[24];
    double sums[24] = {0};
    int64_t source = 0;
    int64_t target = 0;
    for (int i = 0; i < 24; ++i) addends[i] = rank + 1;
    EXPECT_OK(tessera_mover_sizes(mover, 0, &source, &target));
    EXPECT(source == 24);
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){addends}, (void*[]){sums}));
    for (int64_t i = 0; i < target; ++i) EXPECT(sums[i] == ranks * (ranks + 1) / 2.0);
    tessera_mover_free(mover);
    tessera_plan_free((tessera_plan*)plan);
}

static void part_of_the_ranks_may_move(void) {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    tessera_mover* mover = NULL;
    int64_t source = 0;
    int64_t target = 0;
    EXPECT_OK(tessera_mover_parse("real8 A(12)", "(block)", "(cyclic)", half, NULL, &mover));
    EXPECT_OK(tessera_mover_sizes(mover, 0, &source, &target));
    double a[12];
    double b[12] = {0};
    for (int i = 0; i < 12; ++i) a[i] = rank % 2;
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){a}, (void*[]){b}));
    for (int64_t i = 0; i < target; ++i) EXPECT(b[i] == rank % 2);
    tessera_mover_free(mover);
    MPI_Comm_free(&half);
}

static void movers_refuse_wrong_input(void) {
    matrix_move move = matrix_of("real8 A(23,17)", "(block,*)", "(*,block)");
    tessera_plan const* const plan = move.plan;
    tessera_plan const* const none = NULL;
    tessera_plan* nine = NULL;
    tessera_plan* three = NULL;
    EXPECT_OK(tessera_plan_parse("real8 A(23)", "(block) onto P(9)", "(cyclic) onto P(9)", 0, &nine));
    tessera_plan const* const many = nine;
    EXPECT_OK(tessera_plan_job("      real A(9)\n!hpf$ processors P(1)\n!hpf$ distribute A(block) onto P\n"
                               "!hpf$ redistribute A(cyclic) onto P\n!hpf$ redistribute A(block) onto P\n",
                               NULL, 0, &three));
    tessera_plan const* const transitions = three;
    tessera_mover* mover = NULL;
    tessera_mover_options options = TESSERA_MOVER_OPTIONS;
    EXPECT_INVALID(tessera_mover_make(NULL, 1, MPI_COMM_WORLD, NULL, &mover), "plans is null");
    EXPECT_INVALID(tessera_mover_make(&plan, 1, MPI_COMM_WORLD, NULL, NULL), "result is null");
    EXPECT_INVALID(tessera_mover_make(&plan, 0, MPI_COMM_WORLD, NULL, &mover), "at least 1");
    EXPECT_INVALID(tessera_mover_make(&none, 1, MPI_COMM_WORLD, NULL, &mover), "plan 0 is null");
    EXPECT_INVALID(tessera_mover_make(&many, 1, MPI_COMM_WORLD, NULL, &mover), "the mappings name 9 ranks");
    EXPECT_INVALID(tessera_mover_make(&transitions, 1, MPI_COMM_WORLD, NULL, &mover), "has 2 transitions");
    EXPECT_INVALID(tessera_mover_make(&plan, 1, MPI_COMM_NULL, NULL, &mover), "MPI_COMM_NULL");
    options.size = 8;
    EXPECT_INVALID(tessera_mover_make(&plan, 1, MPI_COMM_WORLD, &options, &mover), "size 8");
    options.size = sizeof options;
    options.transport = 6;
    EXPECT_INVALID(tessera_mover_make(&plan, 1, MPI_COMM_WORLD, &options, &mover), "6 is no transport");
    options.transport = -1;
    EXPECT_INVALID(tessera_mover_make(&plan, 1, MPI_COMM_WORLD, &options, &mover), "-1 is no transport");
    // What is wrong on one rank is refused on all.
    EXPECT_INVALID(tessera_mover_make(rank == ranks - 1 ? &none : &plan, 1, MPI_COMM_WORLD, NULL, &mover), "plan 0 is null");
    EXPECT(mover == NULL);

    mover = mover_of(plan, NULL);
    EXPECT_INVALID(tessera_mover_run(NULL, (void const*[]){move.source}, (void*[]){move.target}), "mover is null");
    EXPECT_INVALID(tessera_mover_run(mover, NULL, (void*[]){move.target}), "sources is null");
    EXPECT_INVALID(tessera_mover_run(mover, (void const*[]){move.source}, NULL), "targets is null");
    if (move.from.size > 0 && move.to.size > 0) {
        EXPECT_INVALID(tessera_mover_run(mover, (void const*[]){NULL}, (void*[]){move.target}), "sources[0] is null");
        EXPECT_INVALID(tessera_mover_run(mover, (void const*[]){move.source}, (void*[]){NULL}), "targets[0] is null");
        EXPECT_INVALID(tessera_mover_run(mover, (void const*[]){move.source}, (void*[]){move.source}), "the same memory");
        // The driver of a GPU reserves addresses like this, which only the GPU can read.
        void* const reserved = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        EXPECT_INVALID(tessera_mover_run(mover, (void const*[]){reserved}, (void*[]){move.target}), "sources[0] is not in host memory");
        EXPECT_INVALID(tessera_mover_run(mover, (void const*[]){move.source}, (void*[]){reserved}), "targets[0] is not in host memory");
        munmap(reserved, 4096);
    }
    EXPECT_INVALID(tessera_mover_end(NULL), "mover is null");
    EXPECT_INVALID(tessera_mover_run_back(NULL, NULL, NULL), "mover is null");
    EXPECT_INVALID(tessera_mover_arrays(mover, NULL), "count is null");
    EXPECT_INVALID(tessera_mover_sizes(NULL, 0, NULL, NULL), "mover is null");
    EXPECT_INVALID(tessera_mover_cost(mover, NULL), "costs is null");
    EXPECT_OK(tessera_mover_run(mover, (void const*[]){move.source}, (void*[]){move.target}));
    EXPECT(wrong_elements(&move.to, move.target, 1) == 0);
    tessera_mover_free(mover);
    tessera_mover_free(NULL);
    tessera_plan_free(nine);
    tessera_plan_free(three);
    release(&move);
}

// ---- Halos ---------------------------------------------------------------------------------------------------------------------

static int64_t wrapped(int64_t index, int64_t extent) {
    return (index + extent) % extent;
}

static void a_halo_holds_the_neighbours(void) {
    tessera_mapping* mapping = NULL;
    tessera_halo* halo = NULL;
    int64_t size = 0;
    int64_t strides[2];
    EXPECT_OK(tessera_mapping_parse("double A[12][10]", "(block,block)", ranks, &mapping));
    EXPECT_OK(tessera_halo_make(mapping, "star:1", "all", TESSERA_HALO_FILL, MPI_COMM_WORLD, &halo));
    EXPECT_OK(tessera_halo_allocation(halo, &size));
    EXPECT_OK(tessera_halo_strides(halo, strides));
    part const mine = part_of(mapping);
    double* const local = storage(size);
    int64_t offset = 0;
    for (int64_t i = 0; i < mine.shape[0]; ++i)
        for (int64_t j = 0; j < mine.shape[1]; ++j) {
            EXPECT_OK(tessera_halo_offset(halo, (int64_t const[]){mine.indices[0][i], mine.indices[1][j]}, &offset));
            local[offset] = value(mine.indices[0][i], mine.indices[1][j]);
        }
    for (int repeat = 0; repeat < 2; ++repeat) {
        if (repeat == 0) {
            EXPECT_OK(tessera_halo_run(halo, local));
        } else {
            EXPECT_OK(tessera_halo_begin(halo, local));
            EXPECT_INVALID(tessera_halo_begin(halo, local), "an exchange is under way");
            EXPECT_OK(tessera_halo_end(halo));
        }
        for (int64_t i = 0; i < mine.shape[0]; ++i)
            for (int64_t j = 0; j < mine.shape[1]; ++j) {
                int64_t const row = mine.indices[0][i];
                int64_t const column = mine.indices[1][j];
                EXPECT_OK(tessera_halo_offset(halo, (int64_t const[]){row, column}, &offset));
                EXPECT(local[offset + strides[0]] == value(wrapped(row + 1, 12), column));
                EXPECT(local[offset - strides[0]] == value(wrapped(row - 1, 12), column));
                EXPECT(local[offset + strides[1]] == value(row, wrapped(column + 1, 10)));
                EXPECT(local[offset - strides[1]] == value(row, wrapped(column - 1, 10)));
            }
    }
    EXPECT_INVALID(tessera_halo_offset(halo, (int64_t const[]){-9, 0}, &offset),
                   "index[0] is -9, which this rank neither owns nor has in its halo");
    EXPECT_INVALID(tessera_halo_end(halo), "no exchange is under way");
    if (size > 0) EXPECT_INVALID(tessera_halo_run(halo, NULL), "part is null");
    tessera_halo_free(halo);
    tessera_mapping_free(mapping);
    free(local);
}

static void a_halo_is_added_to_its_owners(void) {
    tessera_mapping* mapping = NULL;
    tessera_halo* halo = NULL;
    int64_t size = 0;
    int64_t offset = 0;
    EXPECT_OK(tessera_mapping_parse("double A[24]", "(block)", ranks, &mapping));
    EXPECT_OK(tessera_halo_make_f(mapping, "star:1", "1", TESSERA_HALO_ADD, MPI_Comm_c2f(MPI_COMM_WORLD), &halo));
    EXPECT_OK(tessera_halo_allocation(halo, &size));
    double* const local = storage(size);
    for (int64_t i = 0; i < size; ++i) local[i] = 1;
    EXPECT_OK(tessera_halo_run(halo, local));
    // Each end of a block gets 1 from its neighbour, also across the ends of the array.
    int64_t indices[24];
    int64_t count = 0;
    EXPECT_OK(tessera_mapping_indices(mapping, rank, 0, 24, indices, &count));
    for (int64_t i = 0; i < count; ++i) {
        EXPECT_OK(tessera_halo_offset(halo, &indices[i], &offset));
        EXPECT(local[offset] == 1 + (i == 0) + (i == count - 1));
    }
    tessera_halo_free(halo);
    tessera_mapping_free(mapping);
    free(local);
}

static void shadow_planes_are_a_halo(void) {
    tessera_plan* plan = NULL;
    tessera_mapping* mapping = NULL;
    tessera_halo* halo = NULL;
    char job[300];
    snprintf(job, sizeof job,
             "      real*8 A(8,24)\n!hpf$ processors P(%d)\n!hpf$ distribute A(*,block) onto P\n!hpf$ shadow A(0,1)\n", ranks);
    EXPECT_OK(tessera_plan_job(job, NULL, 0, &plan));
    mapping = end_of(plan, 1);
    EXPECT_OK(tessera_halo_make(mapping, NULL, "2", TESSERA_HALO_FILL, MPI_COMM_WORLD, &halo));
    part const mine = part_of(mapping);
    int64_t size = 0;
    EXPECT_OK(tessera_halo_allocation(halo, &size));
    EXPECT(size == mine.size);
    double* const local = storage(size);
    fill(&mine, local);
    EXPECT_OK(tessera_halo_run(halo, local));
    for (int64_t i = 0; i < 8; ++i) EXPECT(local[i] == value(i, wrapped(mine.indices[1][0] - 1, 24)));
    tessera_halo_free(halo);

    halo = NULL;
    tessera_mapping* plain = NULL;
    EXPECT_OK(tessera_mapping_parse("double A[24]", "(block)", ranks, &plain));
    EXPECT_INVALID(tessera_halo_make(plain, NULL, NULL, TESSERA_HALO_FILL, MPI_COMM_WORLD, &halo), "declares no shadow planes");
    EXPECT_INVALID(tessera_halo_make(plain, "7", NULL, TESSERA_HALO_FILL, MPI_COMM_WORLD, &halo), "stencil");
    EXPECT_INVALID(tessera_halo_make(plain, "3", "4", TESSERA_HALO_FILL, MPI_COMM_WORLD, &halo), "periodic");
    EXPECT_INVALID(tessera_halo_make(plain, "3", NULL, 2, MPI_COMM_WORLD, &halo), "2 is no direction");
    EXPECT_INVALID(tessera_halo_make(NULL, "3", NULL, 0, MPI_COMM_WORLD, &halo), "mapping is null");
    EXPECT_INVALID(tessera_halo_make(plain, "3", NULL, 0, MPI_COMM_WORLD, NULL), "result is null");
    EXPECT_INVALID(tessera_halo_make(plain, "3", NULL, 0, MPI_COMM_NULL, &halo), "MPI_COMM_NULL");
    EXPECT_INVALID(tessera_halo_allocation(NULL, &size), "halo is null");
    EXPECT_INVALID(tessera_halo_strides(NULL, &size), "halo is null");
    EXPECT_INVALID(tessera_halo_offset(NULL, &size, &size), "halo is null");
    EXPECT_INVALID(tessera_halo_run(NULL, local), "halo is null");
    EXPECT_INVALID(tessera_halo_end(NULL), "halo is null");
    tessera_halo_free(NULL);
    EXPECT(halo == NULL);
    tessera_mapping_free(plain);
    tessera_mapping_free(mapping);
    tessera_plan_free(plan);
    free(local);
}

// ---- Shifts --------------------------------------------------------------------------------------------------------------------

static void elements_are_shifted(void) {
    tessera_mapping* mapping = NULL;
    EXPECT_OK(tessera_mapping_parse("double A[12][10]", "(block,cyclic(2))", ranks, &mapping));
    part const mine = part_of(mapping);
    for (int edge = TESSERA_KEEP; edge <= TESSERA_TORUS; ++edge) {
        tessera_shift* shift = NULL;
        double* const source = storage(mine.size);
        double* const target = storage(mine.size);
        double const number = -5;
        fill(&mine, source);
        EXPECT_OK(tessera_shift_make(mapping, (int64_t const[]){1, -3}, edge, MPI_COMM_WORLD, &shift));
        if (edge == TESSERA_FILL) EXPECT_INVALID(tessera_shift_run(shift, source, target, NULL), "fill is null");
        EXPECT_INVALID(tessera_shift_end(shift), "no shift is under way");
        if (mine.size > 0) EXPECT_INVALID(tessera_shift_run(shift, source, source, &number), "the same memory");
        if (mine.size > 0) EXPECT_INVALID(tessera_shift_run(shift, NULL, target, &number), "is null");
        EXPECT_OK(tessera_shift_begin(shift, source, target, &number));
        EXPECT_INVALID(tessera_shift_begin(shift, source, target, &number), "a shift is under way");
        EXPECT_OK(tessera_shift_end(shift));
        for (int64_t i = 0; i < mine.shape[0]; ++i)
            for (int64_t j = 0; j < mine.shape[1]; ++j) {
                int64_t const row = mine.indices[0][i] - 1;
                int64_t const column = mine.indices[1][j] + 3;
                int const inside = row >= 0 && column < 10;
                double const expected = inside || edge == TESSERA_TORUS ? value(wrapped(row, 12), wrapped(column, 10))
                                        : edge == TESSERA_FILL          ? -5
                                                                        : -1;
                EXPECT(target[i * mine.strides[0] + j * mine.strides[1]] == expected);
            }
        tessera_shift_free(shift);
        free(source);
        free(target);
    }
    tessera_shift* shift = NULL;
    EXPECT_OK(tessera_shift_make_f(mapping, (int64_t const[]){1, 1}, TESSERA_KEEP, MPI_Comm_c2f(MPI_COMM_WORLD), &shift));
    tessera_shift_free(shift);
    shift = NULL;
    EXPECT_INVALID(tessera_shift_make(mapping, (int64_t const[]){1, 1}, 3, MPI_COMM_WORLD, &shift), "3 is no edge");
    EXPECT_INVALID(tessera_shift_make(mapping, NULL, 0, MPI_COMM_WORLD, &shift), "distance is null");
    EXPECT_INVALID(tessera_shift_make(NULL, (int64_t const[]){1, 1}, 0, MPI_COMM_WORLD, &shift), "mapping is null");
    EXPECT_INVALID(tessera_shift_make(mapping, (int64_t const[]){1, 1}, 0, MPI_COMM_WORLD, NULL), "result is null");
    EXPECT_INVALID(tessera_shift_make(mapping, (int64_t const[]){1, 1}, 0, MPI_COMM_NULL, &shift), "MPI_COMM_NULL");
    EXPECT_INVALID(tessera_shift_run(NULL, NULL, NULL, NULL), "shift is null");
    EXPECT_INVALID(tessera_shift_end(NULL), "shift is null");
    tessera_shift_free(NULL);
    EXPECT(shift == NULL);
    tessera_mapping_free(mapping);
}

int main(int argc, char** argv) {
    tessera_mover* mover = NULL;
    EXPECT_INVALID(tessera_mover_parse("real A(4)", "(block)", "(cyclic)", MPI_COMM_WORLD, NULL, &mover), "MPI is not initialized");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    every_transport_moves();
    text_is_enough();
    halves_leave_time_to_compute();
    elements_are_scaled_and_added();
    complex_elements_are_conjugated();
    strides_are_the_callers();
    a_move_is_undone();
    arrays_travel_together();
    sums_are_added_up();
    part_of_the_ranks_may_move();
    movers_refuse_wrong_input();
    a_halo_holds_the_neighbours();
    a_halo_is_added_to_its_owners();
    shadow_planes_are_a_halo();
    elements_are_shifted();
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}
