// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random mappings, plans and moves through the C interface, beside an oracle that walks all elements.
// Usage: random_interface_tests [CASES [SEED]]. All ranks draw the same cases.
#include "tests/api/check.h"

#include <tessera_mpi.h>

enum { max_dims = 3, max_extent = 11, max_elements = max_extent * max_extent * max_extent, max_blocks = 6, most_ranks = 16 };

static int rank = 0;
static int ranks = 1;

// ---- Random numbers ------------------------------------------------------------------------------------------------------------

static uint64_t state = 1;

/// Returns a number from 0 to below - 1 (splitmix64).
static int64_t draw(int64_t below) {
    state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t bits = state;
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (int64_t)((bits ^ (bits >> 31)) % (uint64_t)below);
}

// ---- The oracle: the owner of each element by the definition of its layout
// -------------------------------------------------------

typedef struct {
    int dims;
    int64_t extents[max_dims];
    int64_t grid[max_dims];
    int64_t owner_of[max_dims][max_extent]; ///< by dimension: the grid coordinate of each index
    int64_t rank_of[most_ranks];            ///< by position in the grid, row-major
} layout;

static int64_t elements_of(layout const* side) {
    int64_t count = 1;
    for (int d = 0; d < side->dims; ++d) count *= side->extents[d];
    return count;
}

static void index_of(layout const* side, int64_t element, int64_t* index) {
    for (int d = side->dims; d-- > 0;) {
        index[d] = element % side->extents[d];
        element /= side->extents[d];
    }
}

static int64_t owner_of(layout const* side, int64_t const* index) {
    int64_t position = 0;
    for (int d = 0; d < side->dims; ++d) position = position * side->grid[d] + side->owner_of[d][index[d]];
    return side->rank_of[position];
}

/// Draws a grid of at most as many processes as there are ranks, and a permutation of the ranks.
static void draw_grid(layout* side) {
    int64_t left = ranks;
    for (int d = 0; d < side->dims; ++d) {
        side->grid[d] = 1 + draw(left);
        left /= side->grid[d];
    }
    for (int64_t i = 0; i < ranks; ++i) side->rank_of[i] = i;
    if (draw(2) == 0) return;
    for (int64_t i = ranks; i-- > 1;) {
        int64_t const j = draw(i + 1);
        int64_t const kept = side->rank_of[i];
        side->rank_of[i] = side->rank_of[j];
        side->rank_of[j] = kept;
    }
}

static int64_t positions_of(layout const* side) {
    int64_t count = 1;
    for (int d = 0; d < side->dims; ++d) count *= side->grid[d];
    return count;
}

// ---- Three ways to make a mapping -----------------------------------------------------------------------------------------------

static int draw_type(int* storage) {
    *storage = draw(2) == 0 ? TESSERA_ROW_MAJOR : TESSERA_COLUMN_MAJOR;
    return TESSERA_FLOAT64;
}

static tessera_mapping* draw_cyclic(layout* side) {
    int64_t blocks[max_dims];
    int64_t first[max_dims];
    int64_t given[most_ranks];
    int storage = 0;
    int const type = draw_type(&storage);
    int const order = draw(2) == 0 ? TESSERA_ROW_MAJOR : TESSERA_COLUMN_MAJOR;
    for (int d = 0; d < side->dims; ++d) {
        blocks[d] = draw(4);
        first[d] = draw(side->grid[d]);
        int64_t const length = blocks[d] > 0 ? blocks[d] : (side->extents[d] + side->grid[d] - 1) / side->grid[d];
        for (int64_t i = 0; i < side->extents[d]; ++i) side->owner_of[d][i] = (i / length + first[d]) % side->grid[d];
    }
    // The library takes the ranks in the order of the grid; the oracle keeps them row-major.
    for (int64_t position = 0; position < positions_of(side); ++position) {
        int64_t at[max_dims];
        int64_t rest = position;
        for (int d = side->dims; d-- > 0; rest /= side->grid[d]) at[d] = rest % side->grid[d];
        int64_t number = 0;
        for (int i = 0; i < side->dims; ++i) {
            int const d = order == TESSERA_ROW_MAJOR ? i : side->dims - 1 - i;
            number = number * side->grid[d] + at[d];
        }
        given[number] = side->rank_of[position];
    }
    tessera_mapping* mapping = NULL;
    EXPECT_OK(tessera_mapping_cyclic(type, storage, side->dims, side->extents, blocks, side->grid, order, first, given, &mapping));
    return mapping;
}

static tessera_mapping* draw_blocks(layout* side) {
    int64_t counts[max_dims];
    int64_t splits[max_dims][max_blocks + 1];
    int64_t turns[max_dims][max_blocks];
    int64_t const* lists[max_dims] = {NULL};
    int64_t owners[max_blocks * max_blocks * max_blocks];
    int64_t number = 1;
    int storage = 0;
    int const type = draw_type(&storage);
    for (int d = 0; d < side->dims; ++d) {
        counts[d] = 1 + draw(max_blocks);
        splits[d][0] = 0;
        for (int64_t k = 0; k < counts[d]; ++k) {
            int64_t const left = side->extents[d] - splits[d][k];
            splits[d][k + 1] = k + 1 == counts[d] ? side->extents[d] : splits[d][k] + draw(left + 1);
            turns[d][k] = draw(side->grid[d]);
            for (int64_t i = splits[d][k]; i < splits[d][k + 1]; ++i) side->owner_of[d][i] = turns[d][k];
        }
        lists[d] = splits[d];
        number *= counts[d];
    }
    for (int64_t block = 0; block < number; ++block) {
        int64_t at[max_dims];
        int64_t rest = block;
        for (int d = side->dims; d-- > 0; rest /= counts[d]) at[d] = rest % counts[d];
        int64_t position = 0;
        for (int d = 0; d < side->dims; ++d) position = position * side->grid[d] + turns[d][at[d]];
        owners[block] = side->rank_of[position];
    }
    tessera_mapping* mapping = NULL;
    EXPECT_OK(tessera_mapping_blocks(type, storage, side->dims, side->extents, counts, lists, owners, &mapping));
    return mapping;
}

static int written(char* text, size_t room, size_t at, char const* piece, int64_t number) {
    return snprintf(text + at, room - at, piece, (long long)number);
}

static tessera_mapping* draw_text(layout* side) {
    char array[100] = "real8 A(";
    char text[300] = "(";
    size_t end = strlen(array);
    size_t at = 1;
    char grid[100] = "";
    size_t across = 0;
    for (int d = 0; d < side->dims; ++d) {
        char const* const comma = d == 0 ? "" : ",";
        end += (size_t)snprintf(array + end, sizeof array - end, "%s%lld", comma, (long long)side->extents[d]);
        int64_t const kind = draw(3);
        int64_t const block = kind == 0 ? (side->extents[d] + side->grid[d] - 1) / side->grid[d] : 1 + draw(4);
        for (int64_t i = 0; i < side->extents[d]; ++i) side->owner_of[d][i] = i / block % side->grid[d];
        at += (size_t)snprintf(text + at, sizeof text - at, kind == 0 ? "%sblock" : "%scyclic(", comma);
        if (kind != 0) at += (size_t)written(text, sizeof text, at, "%lld)", block);
        across += (size_t)snprintf(grid + across, sizeof grid - across, "%s%lld", comma, (long long)side->grid[d]);
    }
    snprintf(array + end, sizeof array - end, ")");
    at += (size_t)snprintf(text + at, sizeof text - at, ") onto P(%s) ranks(", grid);
    for (int64_t i = 0; i < positions_of(side); ++i)
        at += (size_t)written(text, sizeof text, at, i == 0 ? "%lld" : ",%lld", side->rank_of[i]);
    snprintf(text + at, sizeof text - at, ")");
    tessera_mapping* mapping = NULL;
    EXPECT_OK(tessera_mapping_parse(array, text, 0, &mapping));
    return mapping;
}

static tessera_mapping* draw_mapping(layout* side) {
    draw_grid(side);
    switch (draw(3)) {
    case 0:
        return draw_cyclic(side);
    case 1:
        return draw_blocks(side);
    default:
        return draw_text(side);
    }
}

// ---- What a mapping says
// ---------------------------------------------------------------------------------------------------------

static void check_owners(tessera_mapping const* mapping, layout const* side) {
    int64_t table[max_elements];
    int64_t owned[most_ranks] = {0};
    int64_t count = 0;
    int64_t index[max_dims];
    EXPECT_OK(tessera_mapping_owner_table(mapping, 0, max_elements, table, &count));
    EXPECT(count == elements_of(side));
    for (int64_t element = 0; element < count; ++element) {
        index_of(side, element, index);
        EXPECT(table[element] == owner_of(side, index));
        ++owned[table[element]];
    }
    int64_t one[1] = {-1};
    int64_t const element = draw(elements_of(side));
    index_of(side, element, index);
    EXPECT_OK(tessera_mapping_owners(mapping, index, 1, one, &count));
    EXPECT(count == 1 && one[0] == owner_of(side, index));
    for (int64_t each = 0; each < ranks; ++each) {
        int holds = -1;
        int64_t shape[max_dims] = {0};
        int64_t product = 1;
        EXPECT_OK(tessera_mapping_owned(mapping, each, &count));
        EXPECT(count == owned[each]);
        EXPECT_OK(tessera_mapping_holds(mapping, each, &holds));
        EXPECT(holds == (owned[each] > 0));
        EXPECT_OK(tessera_mapping_local_shape(mapping, each, shape));
        for (int d = 0; d < side->dims; ++d) product *= shape[d];
        EXPECT(product == owned[each]);
        EXPECT_OK(tessera_mapping_allocation(mapping, each, &count));
        EXPECT(count == owned[each]);
    }
}

// ---- Plans: which source element goes to each target element
// ---------------------------------------------------------------------

/// A copy: index[d] of the target is start + step * (index of its source's dimension perm[d]), backwards.
typedef struct {
    int perm[max_dims];      ///< dimension of the source for each of the target
    int64_t start[max_dims]; ///< by dimension of the target
    int64_t step[max_dims];
} copy_rule;

static int64_t source_of(copy_rule const* rule, layout const* from, layout const* to, int64_t const* index) {
    int64_t source[max_dims];
    int64_t element = 0;
    for (int d = 0; d < to->dims; ++d) source[rule->perm[d]] = rule->start[d] + rule->step[d] * index[d];
    for (int d = 0; d < from->dims; ++d) element = element * from->extents[d] + source[d];
    return element;
}

static void identity(copy_rule* rule) {
    for (int d = 0; d < max_dims; ++d) {
        rule->perm[d] = d;
        rule->start[d] = 0;
        rule->step[d] = 1;
    }
}

static void draw_permutation(copy_rule* rule, layout const* from, layout* to) {
    for (int d = from->dims; d-- > 1;) {
        int const other = (int)draw(d + 1);
        int const kept = rule->perm[d];
        rule->perm[d] = rule->perm[other];
        rule->perm[other] = kept;
    }
    for (int d = 0; d < from->dims; ++d) to->extents[d] = from->extents[rule->perm[d]];
}

static void draw_section(copy_rule* rule, layout const* from, layout* to) {
    for (int d = 0; d < from->dims; ++d) {
        int64_t const last = from->extents[d] - 1;
        rule->step[d] = 1 + draw(3);
        rule->start[d] = draw(from->extents[d]);
        to->extents[d] = 1 + (last - rule->start[d]) / rule->step[d];
        if (draw(2) == 0) continue;
        rule->start[d] = last - rule->start[d]; // descending, over as many indices
        rule->step[d] = -rule->step[d];
    }
}

/// Writes a section of the whole target as text. The bounds of arrays of text are Fortran's from 1, those of numbers begin with 0.
static void write_section(char* text, size_t room, copy_rule const* rule, layout const* to, int64_t lower) {
    size_t at = (size_t)snprintf(text, room, "T(");
    for (int d = 0; d < to->dims; ++d) at += (size_t)snprintf(text + at, room - at, d == 0 ? ":" : ",:");
    at += (size_t)snprintf(text + at, room - at, ")=S(");
    for (int d = 0; d < to->dims; ++d) {
        int64_t const first = rule->start[d] + lower;
        int64_t const last = first + (to->extents[d] - 1) * rule->step[d];
        at += (size_t)snprintf(text + at, room - at, "%s%lld:%lld:%lld", d == 0 ? "" : ",", (long long)first, (long long)last,
                               (long long)rule->step[d]);
    }
    snprintf(text + at, room - at, ")");
}

static int64_t lower_bound(tessera_mapping const* mapping) {
    char* text = NULL;
    EXPECT_OK(tessera_mapping_text(mapping, NULL, &text));
    int const from_zero = strstr(text, "(0:") != NULL || strchr(text, '[') != NULL;
    tessera_free_text(text);
    return from_zero ? 0 : 1;
}

static int row_major(tessera_mapping const* mapping) {
    int storage = 0;
    EXPECT_OK(tessera_mapping_storage(mapping, &storage));
    return storage == TESSERA_ROW_MAJOR;
}

static void check_messages(tessera_plan const* plan, layout const* from, layout const* to, copy_rule const* rule) {
    int64_t between[most_ranks][most_ranks] = {{0}};
    int64_t const count = elements_of(to);
    int64_t index[max_dims];
    int64_t source[max_dims];
    for (int64_t element = 0; element < count; ++element) {
        index_of(to, element, index);
        index_of(from, source_of(rule, from, to, index), source);
        ++between[owner_of(from, source)][owner_of(to, index)];
    }
    int64_t moved = 0;
    int64_t number = 0;
    int64_t listed = 0;
    for (int64_t a = 0; a < ranks; ++a)
        for (int64_t b = 0; b < ranks; ++b) {
            listed += between[a][b] > 0;
            if (a == b) continue;
            moved += between[a][b];
            number += between[a][b] > 0;
        }
    tessera_totals totals;
    EXPECT_OK(tessera_plan_totals(plan, &totals));
    EXPECT(totals.elements == count && totals.moved == moved && totals.kept == count - moved);
    EXPECT(totals.messages == number && totals.bytes_moved == 8 * moved);
    tessera_message messages[most_ranks * most_ranks];
    int64_t length = 0;
    EXPECT_OK(tessera_plan_messages(plan, -1, most_ranks * most_ranks, messages, &length));
    EXPECT(length == listed);
    for (int64_t i = 0; i < length; ++i)
        EXPECT(messages[i].elements == between[messages[i].from][messages[i].to] && messages[i].bytes == 8 * messages[i].elements);
    int64_t const some = draw(ranks);
    EXPECT_OK(tessera_plan_messages(plan, some, most_ranks * most_ranks, messages, &length));
    for (int64_t i = 0; i < length; ++i) EXPECT(messages[i].from == some || messages[i].to == some);
}

// ---- Moves
// -----------------------------------------------------------------------------------------------------------------------

/// This rank's part in memory with drawn strides, in the middle of guard elements.
typedef struct {
    int64_t shape[max_dims];
    int64_t strides[max_dims];
    int64_t indices[max_dims][max_extent];
    double* memory;
    int64_t room;
    double* first; ///< local index 0,0,0; null if the rank holds nothing
} local_part;

static double const guard = -12345;

static local_part part_of(tessera_mapping const* mapping, layout const* side) {
    local_part part = {{0}, {0}, {{0}}, NULL, 0, NULL};
    int64_t count = 0;
    EXPECT_OK(tessera_mapping_local_shape(mapping, rank, part.shape));
    // Each rank draws the numbers of all ranks, so that the draws stay equal.
    int order[max_dims] = {0, 1, 2};
    int64_t gaps[max_dims];
    int64_t signs[max_dims];
    for (int d = side->dims; d-- > 1;) {
        int const other = (int)draw(d + 1);
        int const kept = order[d];
        order[d] = order[other];
        order[other] = kept;
    }
    for (int d = 0; d < side->dims; ++d) {
        gaps[d] = draw(3);
        signs[d] = draw(4) == 0 ? -1 : 1;
    }
    int64_t stride = 1;
    int64_t lowest = 0;
    for (int i = 0; i < side->dims; ++i) {
        int const d = order[i];
        EXPECT_OK(tessera_mapping_indices(mapping, rank, d, max_extent, part.indices[d], &count));
        EXPECT(count == part.shape[d]);
        stride += gaps[i];
        part.strides[d] = signs[d] * stride;
        if (signs[d] < 0 && part.shape[d] > 0) lowest += stride * (part.shape[d] - 1);
        stride *= part.shape[d] > 0 ? part.shape[d] : 1;
    }
    part.room = stride + 20;
    part.memory = malloc((size_t)part.room * sizeof *part.memory);
    for (int64_t i = 0; i < part.room; ++i) part.memory[i] = guard;
    int64_t owned = 0;
    EXPECT_OK(tessera_mapping_owned(mapping, rank, &owned));
    if (owned > 0) part.first = part.memory + 10 + lowest;
    return part;
}

/// Calls visit for each owned element with its global index and its address.
static void for_each_local(local_part const* part, layout const* side, void (*visit)(int64_t const*, double*, void*), void* data) {
    if (part->first == NULL) return;
    int64_t at[max_dims] = {0};
    int64_t index[max_dims];
    for (;;) {
        double* place = part->first;
        for (int d = 0; d < side->dims; ++d) {
            index[d] = part->indices[d][at[d]];
            place += at[d] * part->strides[d];
        }
        visit(index, place, data);
        int d = side->dims - 1;
        while (d >= 0 && ++at[d] == part->shape[d]) at[d--] = 0;
        if (d < 0) return;
    }
}

typedef struct {
    layout const* from;
    layout const* to;
    copy_rule const* rule;
    int64_t wrong;
} comparison;

static void store(int64_t const* index, double* place, void* data) {
    layout const* const side = data;
    int64_t element = 0;
    for (int d = 0; d < side->dims; ++d) element = element * side->extents[d] + index[d];
    *place = (double)element;
}

static void compare(int64_t const* index, double* place, void* data) {
    comparison* const ends = data;
    ends->wrong += *place != (double)source_of(ends->rule, ends->from, ends->to, index);
    *place = guard;
}

static void check_move(tessera_plan const* plan, tessera_mapping const* source, tessera_mapping const* target, layout const* from,
                       layout const* to, copy_rule const* rule) {
    local_part a = part_of(source, from);
    local_part b = part_of(target, to);
    for_each_local(&a, from, store, (void*)from);
    tessera_mover_options options = TESSERA_MOVER_OPTIONS;
    options.transport = (int)draw(6);
    int64_t const* const from_strides[] = {a.strides};
    int64_t const* const to_strides[] = {b.strides};
    options.source_strides = from_strides;
    options.target_strides = to_strides;
    tessera_mover* mover = NULL;
    EXPECT_OK(tessera_mover_make(&plan, 1, MPI_COMM_WORLD, &options, &mover));
    comparison ends = {from, to, rule, 0};
    for (int repeat = 0; repeat < 2; ++repeat) {
        EXPECT_OK(tessera_mover_run(mover, (void const*[]){a.first}, (void*[]){b.first}));
        for_each_local(&b, to, compare, &ends);
    }
    EXPECT(ends.wrong == 0);
    for (int64_t i = 0; i < b.room; ++i) EXPECT(b.memory[i] == guard);
    tessera_mover_free(mover);
    free(a.memory);
    free(b.memory);
}

static tessera_plan* draw_plan(tessera_mapping const* source, tessera_mapping const* target, layout const* to,
                               copy_rule const* rule, int kind) {
    tessera_plan* plan = NULL;
    char text[200];
    if (kind == 0) {
        EXPECT_OK(tessera_plan_make(source, target, NULL, &plan));
    } else if (kind == 1) {
        EXPECT_OK(tessera_plan_transpose(source, target, rule->perm, &plan));
    } else {
        write_section(text, sizeof text, rule, to, lower_bound(source));
        EXPECT_OK(tessera_plan_make(source, target, text, &plan));
    }
    return plan;
}

static void run_case(void) {
    layout from = {1 + (int)draw(max_dims), {0}, {0}, {{0}}, {0}};
    for (int d = 0; d < from.dims; ++d) from.extents[d] = 1 + draw(max_extent);
    layout to = from;
    copy_rule rule;
    identity(&rule);
    tessera_mapping* const source = draw_mapping(&from);
    int kind = (int)draw(3);
    if (kind == 2 && row_major(source)) kind = 1; // sections in C's notation are half-open
    if (kind == 1) draw_permutation(&rule, &from, &to);
    if (kind == 2) draw_section(&rule, &from, &to);
    tessera_mapping* const target = draw_mapping(&to);
    check_owners(source, &from);
    check_owners(target, &to);
    tessera_plan* const plan = draw_plan(source, target, &to, &rule, kind);
    if (plan != NULL) {
        check_messages(plan, &from, &to, &rule);
        check_move(plan, source, target, &from, &to, &rule);
    }
    tessera_plan_free(plan);
    tessera_mapping_free(source);
    tessera_mapping_free(target);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long const cases = argc > 1 ? strtol(argv[1], NULL, 10) : 300;
    uint64_t const seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 46;
    for (long i = 0; i < cases && failures == 0; ++i) {
        state = seed + (uint64_t)i * 1000003;
        run_case();
        if (failures > 0) fprintf(stderr, "rank %d: case %ld of seed %llu\n", rank, i, (unsigned long long)seed);
        int mine = failures;
        MPI_Allreduce(&mine, &failures, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}
