// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of every function of tessera.h, right and wrong.
#include "tests/api/check.h"

#include <threads.h>

static tessera_mapping* mapping_of(char const* array, char const* text, int64_t ranks) {
    tessera_mapping* mapping = NULL;
    EXPECT_OK(tessera_mapping_parse(array, text, ranks, &mapping));
    return mapping;
}

static tessera_plan* plan_of(char const* array, char const* from, char const* to, int64_t ranks) {
    tessera_plan* plan = NULL;
    EXPECT_OK(tessera_plan_parse(array, from, to, ranks, &plan));
    return plan;
}

// ---- Errors and types --------------------------------------------------------------------------------------------------------

static void errors_have_words_and_a_place(void) {
    tessera_mapping* mapping = NULL;
    EXPECT(tessera_mapping_parse("real8 A(10,7)", "(block,blok)", 4, &mapping) == TESSERA_INVALID);
    EXPECT(mapping == NULL);
    EXPECT(strcmp(tessera_error(), "mapping:1:8: 'blok' is not a distribution format; did you mean 'block'?\n"
                                   "  (block,blok)\n"
                                   "         ^~~~") == 0);
    EXPECT(strcmp(tessera_error_message(), "'blok' is not a distribution format; did you mean 'block'?") == 0);
    int64_t line = 0;
    int64_t column = 0;
    int64_t length = 0;
    EXPECT_OK(tessera_error_place(&line, &column, &length));
    EXPECT(line == 1 && column == 8 && length == 4);
    EXPECT_INVALID(tessera_mapping_parse(NULL, "(block)", 4, &mapping), "tessera_mapping_parse: array is null");
    EXPECT_OK(tessera_error_place(&line, &column, &length));
    EXPECT(line == 0 && column == 0 && length == 0);
    EXPECT(tessera_error_place(NULL, &column, &length) == TESSERA_INVALID);
    // An option of the commands is a parameter here; a name of the user keeps its dashes.
    EXPECT_INVALID(tessera_mapping_parse("real8 A(10,7)", "(block--er,*)", 4, &mapping), "block--er");
    char* text = NULL;
    EXPECT_OK(tessera_mapping_parse("real8 A(10,7)", "(block,*)", 4, &mapping));
    EXPECT_INVALID(tessera_mapping_text(mapping, "a--b", &text), "'a--b'");
    tessera_mapping_free(mapping);
    tessera_plan* plan = NULL;
    EXPECT_INVALID(tessera_plan_job("      integer A(8)\n", "a--b.hpf", 4, &plan), "a--b.hpf");
}

static int fail_in_thread(void* message) {
    tessera_mapping* mapping = NULL;
    int const status = tessera_mapping_parse("real8 B(3)", "(sideways)", 2, &mapping);
    snprintf(message, 200, "%s", tessera_error_message());
    return status;
}

static void each_thread_has_its_error(void) {
    int type = 0;
    EXPECT_INVALID(tessera_type_parse("quaternion", &type), "quaternion");
    thrd_t thread;
    char message[200] = "";
    int status = 0;
    EXPECT(thrd_create(&thread, fail_in_thread, message) == thrd_success);
    EXPECT(thrd_join(thread, &status) == thrd_success);
    EXPECT(status == TESSERA_INVALID && strstr(message, "sideways") != NULL);
    EXPECT(strstr(tessera_error(), "quaternion") != NULL);
}

static void types_have_numbers(void) {
    struct {
        char const* text;
        int type;
        int64_t bytes;
    } const rows[] = {{"real8", TESSERA_FLOAT64, 8},
                      {"real", TESSERA_FLOAT32, 4},
                      {"int", TESSERA_INT32, 4},
                      {"uint16", TESSERA_UINT16, 2},
                      {"complex*16", TESSERA_COMPLEX128, 16},
                      {"complex64", TESSERA_COMPLEX64, 8},
                      {"bool", TESSERA_BOOL, 1},
                      {"bytes(24)", TESSERA_BYTES(24), 24},
                      {"float16", TESSERA_BYTES(2), 2},
                      {"int64", TESSERA_INT64, 8},
                      {"int8", TESSERA_INT8, 1},
                      {"uint64", TESSERA_UINT64, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        int type = 0;
        int64_t bytes = 0;
        EXPECT_OK(tessera_type_parse(rows[i].text, &type));
        EXPECT_OK(tessera_type_bytes(type, &bytes));
        EXPECT(type == rows[i].type && bytes == rows[i].bytes);
    }
    int64_t bytes = 0;
    EXPECT_INVALID(tessera_type_bytes(0, &bytes), "0 is no element type");
    EXPECT_INVALID(tessera_type_bytes(TESSERA_BYTES(0), &bytes), "no element type");
    EXPECT_INVALID(tessera_type_bytes(TESSERA_INT8, NULL), "bytes is null");
    EXPECT_INVALID(tessera_type_parse(NULL, NULL), "text is null");
    EXPECT(strlen(tessera_version()) >= 5);
    tessera_free_text(NULL);
    tessera_mapping_free(NULL);
    tessera_plan_free(NULL);
}

// ---- Mappings ------------------------------------------------------------------------------------------------------------------

static void a_mapping_from_text_tells_what_ranks_hold(void) {
    tessera_mapping* mapping = mapping_of("real8 A(10,7)", "(block,cyclic(2)) onto P(2,2)", 0);
    int dims = 0;
    int type = 0;
    int storage = -1;
    int holds = -1;
    int64_t ranks = 0;
    int64_t copies = 0;
    int64_t numbers[20] = {0};
    int64_t count = 0;
    char* text = NULL;
    EXPECT_OK(tessera_mapping_dims(mapping, &dims));
    EXPECT_OK(tessera_mapping_extents(mapping, numbers));
    EXPECT(dims == 2);
    EXPECT_NUMBERS(numbers, 10, 7);
    EXPECT_OK(tessera_mapping_type(mapping, &type));
    EXPECT_OK(tessera_mapping_storage(mapping, &storage));
    EXPECT(type == TESSERA_FLOAT64 && storage == TESSERA_COLUMN_MAJOR);
    EXPECT_OK(tessera_mapping_ranks(mapping, &ranks));
    EXPECT_OK(tessera_mapping_copies(mapping, &copies));
    EXPECT(ranks == 4 && copies == 1);
    EXPECT_TEXT(tessera_mapping_type_name(mapping, &text), text, "float64");

    EXPECT_OK(tessera_mapping_owners(mapping, (int64_t const[]){5, 2}, 20, numbers, &count));
    EXPECT(count == 1 && numbers[0] == 3);
    EXPECT_OK(tessera_mapping_holds(mapping, 1, &holds));
    EXPECT(holds == 1);
    EXPECT_OK(tessera_mapping_owned(mapping, 1, &count));
    EXPECT(count == 15);
    EXPECT_OK(tessera_mapping_local_shape(mapping, 1, numbers));
    EXPECT_NUMBERS(numbers, 5, 3);
    EXPECT_OK(tessera_mapping_local_strides(mapping, 1, numbers));
    EXPECT_NUMBERS(numbers, 1, 5);
    EXPECT_OK(tessera_mapping_local_start(mapping, 1, &count));
    EXPECT(count == 0);
    EXPECT_OK(tessera_mapping_allocation(mapping, 1, &count));
    EXPECT(count == 15);
    EXPECT_OK(tessera_mapping_indices(mapping, 1, 1, 20, numbers, &count));
    EXPECT(count == 3);
    EXPECT_NUMBERS(numbers, 2, 3, 6);

    EXPECT_TEXT(tessera_mapping_text(mapping, NULL, &text), text, "real8 A(10,7) (block,cyclic(2)) onto P(2,2)");
    EXPECT_TEXT(tessera_mapping_text(mapping, "hpf", &text), text, "distribute");
    EXPECT_TEXT(tessera_mapping_svg(mapping, &text), text, "<svg");
    tessera_mapping_free(mapping);
}

static void a_rank_outside_holds_nothing(void) {
    tessera_mapping* mapping = mapping_of("double A[10][7]", "(block,*) onto P(2) ranks(1,3)", 0);
    int holds = -1;
    int64_t count = -1;
    int64_t numbers[2] = {-1, -1};
    int64_t const others[] = {0, 2, 4, INT64_C(1) << 40};
    for (int i = 0; i < 4; ++i) {
        int64_t const rank = others[i];
        EXPECT_OK(tessera_mapping_holds(mapping, rank, &holds));
        EXPECT_OK(tessera_mapping_owned(mapping, rank, &count));
        EXPECT(holds == 0 && count == 0);
        EXPECT_OK(tessera_mapping_local_shape(mapping, rank, numbers));
        EXPECT_NUMBERS(numbers, 0, 0);
        EXPECT_OK(tessera_mapping_local_strides(mapping, rank, numbers));
        EXPECT_NUMBERS(numbers, 0, 0);
        EXPECT_OK(tessera_mapping_local_start(mapping, rank, &count));
        EXPECT(count == 0);
        EXPECT_OK(tessera_mapping_allocation(mapping, rank, &count));
        EXPECT(count == 0);
        EXPECT_OK(tessera_mapping_indices(mapping, rank, 0, 0, NULL, &count));
        EXPECT(count == 0);
    }
    EXPECT_INVALID(tessera_mapping_holds(mapping, -1, &holds), "rank -1 is negative");
    EXPECT_INVALID(tessera_mapping_owned(mapping, -1, &count), "negative");
    EXPECT_INVALID(tessera_mapping_local_shape(mapping, -1, numbers), "negative");
    EXPECT_INVALID(tessera_mapping_local_strides(mapping, -1, numbers), "negative");
    EXPECT_INVALID(tessera_mapping_local_start(mapping, -1, &count), "negative");
    EXPECT_INVALID(tessera_mapping_allocation(mapping, -1, &count), "negative");
    EXPECT_INVALID(tessera_mapping_indices(mapping, -1, 0, 0, NULL, &count), "negative");
    tessera_mapping_free(mapping);
}

static void copies_and_shadow_count(void) {
    tessera_mapping* mapping = mapping_of("double A[4]", "jax(P(None), mesh={'x':3})", 0);
    int64_t copies = 0;
    int64_t count = 0;
    int64_t ranks[3] = {0};
    EXPECT_OK(tessera_mapping_copies(mapping, &copies));
    EXPECT(copies == 3);
    EXPECT_OK(tessera_mapping_owners(mapping, (int64_t const[]){2}, 3, ranks, &count));
    EXPECT(count == 3);
    EXPECT_NUMBERS(ranks, 0, 1, 2);
    tessera_mapping_free(mapping);

    tessera_plan* plan = NULL;
    EXPECT_OK(tessera_plan_job("      real*8 A(8,8)\n"
                               "!hpf$ processors P(2)\n"
                               "!hpf$ distribute A(*,block) onto P\n"
                               "!hpf$ shadow A(0,1)\n",
                               NULL, 0, &plan));
    EXPECT_OK(tessera_plan_source(plan, 0, &mapping));
    EXPECT_OK(tessera_mapping_allocation(mapping, 0, &count));
    EXPECT(count == 48);
    EXPECT_OK(tessera_mapping_local_start(mapping, 0, &count));
    EXPECT(count == 8);
    EXPECT_OK(tessera_mapping_owned(mapping, 0, &count));
    EXPECT(count == 32);
    tessera_mapping_free(mapping);
    tessera_plan_free(plan);
}

static void the_owner_table_is_row_major(void) {
    tessera_mapping* mapping = mapping_of("real8 A(2,3)", "(block,cyclic) onto P(2,2)", 0);
    int64_t table[6] = {0};
    int64_t count = 0;
    EXPECT_OK(tessera_mapping_owner_table(mapping, 0, 6, table, &count));
    EXPECT(count == 6);
    EXPECT_NUMBERS(table, 0, 1, 0, 2, 3, 2);
    EXPECT_OK(tessera_mapping_owner_table(mapping, 0, 0, NULL, &count));
    EXPECT(count == 6);
    EXPECT_INVALID(tessera_mapping_owner_table(mapping, 0, 5, table, &count), "6 entries, but there is room for 5");
    EXPECT_INVALID(tessera_mapping_owner_table(mapping, 1, 6, table, &count), "there is no copy 1");
    EXPECT_INVALID(tessera_mapping_owner_table(mapping, -1, 6, table, &count), "there is no copy -1");
    tessera_mapping_free(mapping);
    mapping = mapping_of("real8 A(0,3)", "(block,cyclic) onto P(2,2)", 0);
    EXPECT_OK(tessera_mapping_owner_table(mapping, 0, 6, table, &count));
    EXPECT(count == 0);
    tessera_mapping_free(mapping);
}

static void cyclic_is_scalapacks_layout(void) {
    tessera_mapping* mapping = NULL;
    tessera_mapping* text = NULL;
    int same = 0;
    EXPECT_OK(tessera_mapping_cyclic(TESSERA_FLOAT64, TESSERA_COLUMN_MAJOR, 2, (int64_t const[]){50, 41}, (int64_t const[]){8, 5},
                                     (int64_t const[]){2, 3}, TESSERA_COLUMN_MAJOR, (int64_t const[]){1, 2}, NULL, &mapping));
    text = mapping_of("real8 A(50,41)", "scalapack(mb=8,nb=5,grid=2x3,rsrc=1,csrc=2,order=col)", 0);
    EXPECT_OK(tessera_mapping_same(mapping, text, &same));
    EXPECT(same == 1);
    tessera_mapping_free(mapping);
    tessera_mapping_free(text);

    int64_t const ranks[] = {7, 2, 0, 5};
    EXPECT_OK(tessera_mapping_cyclic(TESSERA_INT32, TESSERA_ROW_MAJOR, 2, (int64_t const[]){9, 9}, (int64_t const[]){0, 2},
                                     (int64_t const[]){2, 2}, TESSERA_COLUMN_MAJOR, (int64_t const[]){0, 1}, ranks, &mapping));
    // The process in grid row i and column j is ranks[i + 2 * j]; column index 0 is in grid column 1.
    text = mapping_of("int A[9][9]", "(block,cyclic(2)) onto P(2,2) ranks(0,7,5,2)", 0);
    EXPECT_OK(tessera_mapping_same(mapping, text, &same));
    EXPECT(same == 1);
    tessera_mapping_free(text);
    text = mapping_of("int A[9][9]", "(block,cyclic(2)) onto P(2,2)", 0);
    EXPECT_OK(tessera_mapping_same(mapping, text, &same));
    EXPECT(same == 0);
    tessera_mapping_free(mapping);
    tessera_mapping_free(text);
}

static void cyclic_refuses_wrong_numbers(void) {
    tessera_mapping* mapping = NULL;
    int64_t const good[] = {4, 4};
    int64_t const grid[] = {2, 2};
    int64_t const huge[] = {1 << 20, 1 << 20};
    EXPECT_INVALID(tessera_mapping_cyclic(99, 0, 2, good, good, grid, 0, NULL, NULL, &mapping), "99 is no element type");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 2, 2, good, good, grid, 0, NULL, NULL, &mapping), "storage is 2");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 0, good, good, grid, 0, NULL, NULL, &mapping),
                   "1 to 15 dimensions, not 0");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, -1, good, good, grid, 0, NULL, NULL, &mapping), "dimensions, not -1");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, (int64_t const[]){4, -4}, good, grid, 0, NULL, NULL, &mapping),
                   "extents[1] is -4");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, (int64_t const[]){4, -1}, grid, 0, NULL, NULL, &mapping),
                   "blocks[1] is -1");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, good, (int64_t const[]){2, 0}, 0, NULL, NULL, &mapping),
                   "grid[1] is 0");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, good, huge, 0, NULL, NULL, &mapping), "more than 2147483647");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, good, grid, 5, NULL, NULL, &mapping), "order is 5");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, good, grid, 0, grid, NULL, &mapping),
                   "first[0] is 2; expected 0 to 1");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, good, grid, 0, NULL, (int64_t const[]){0, 1, 2, 1}, &mapping),
                   "1");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, good, grid, 0, NULL, (int64_t const[]){0, 1, 2, -1}, &mapping),
                   "rank -1");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, NULL, good, grid, 0, NULL, NULL, &mapping), "extents is null");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, NULL, grid, 0, NULL, NULL, &mapping), "blocks is null");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, good, NULL, 0, NULL, NULL, &mapping), "grid is null");
    EXPECT_INVALID(tessera_mapping_cyclic(TESSERA_INT8, 0, 2, good, good, grid, 0, NULL, NULL, NULL), "result is null");
    EXPECT(mapping == NULL);
}

static void blocks_have_owners(void) {
    int64_t const rows[] = {0, 3, 3, 6, 10};
    int64_t const columns[] = {0, 5, 7};
    int64_t const* const splits[] = {rows, columns};
    tessera_mapping* mapping = NULL;
    int64_t count = 0;
    int64_t table[70];
    // The second block of rows is empty, so that its owners do not matter.
    EXPECT_OK(tessera_mapping_blocks(TESSERA_FLOAT64, TESSERA_ROW_MAJOR, 2, (int64_t const[]){10, 7}, (int64_t const[]){4, 2},
                                     splits, (int64_t const[]){4, 1, 9, 9, 2, 3, 4, 1}, &mapping));
    EXPECT_OK(tessera_mapping_owner_table(mapping, 0, 70, table, &count));
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 7; ++j) EXPECT(table[7 * i + j] == (i >= 3 && i < 6 ? (j < 5 ? 2 : 3) : (j < 5 ? 4 : 1)));
    tessera_mapping_free(mapping);
    // A rank with two blocks that are no product of rows and columns.
    mapping = NULL;
    EXPECT_INVALID(tessera_mapping_blocks(TESSERA_FLOAT64, TESSERA_ROW_MAJOR, 2, (int64_t const[]){10, 7}, (int64_t const[]){4, 2},
                                          splits, (int64_t const[]){0, 1, 9, 9, 1, 2, 3, 4}, &mapping),
                   "rank 1 owns the blocks (0,1) and (1,0)");
    EXPECT_INVALID(tessera_mapping_blocks(TESSERA_FLOAT64, TESSERA_ROW_MAJOR, 2, (int64_t const[]){10, 8}, (int64_t const[]){4, 2},
                                          splits, (int64_t const[]){0, 1, 9, 9, 1, 2, 3, 4}, &mapping),
                   "splits[1] goes from 0 to 7; it must go from 0 to 8");
    int64_t const falling[] = {0, 5, 3, 7};
    EXPECT_INVALID(tessera_mapping_blocks(TESSERA_FLOAT64, 0, 1, (int64_t const[]){7}, (int64_t const[]){3},
                                          (int64_t const* const[]){falling}, (int64_t const[]){0, 1, 2}, &mapping),
                   "5 comes before 3");
    EXPECT_INVALID(tessera_mapping_blocks(TESSERA_FLOAT64, 0, 1, (int64_t const[]){7}, (int64_t const[]){3},
                                          (int64_t const* const[]){NULL}, (int64_t const[]){0, 1, 2}, &mapping),
                   "splits[0] is null");
    EXPECT_INVALID(tessera_mapping_blocks(TESSERA_FLOAT64, 0, 1, (int64_t const[]){7}, (int64_t const[]){0},
                                          (int64_t const* const[]){falling}, (int64_t const[]){0, 1, 2}, &mapping),
                   "blocks[0] is 0");
    EXPECT_INVALID(tessera_mapping_blocks(TESSERA_FLOAT64, 0, 1, (int64_t const[]){7}, (int64_t const[]){3},
                                          (int64_t const* const[]){falling}, NULL, &mapping),
                   "owners is null");
    EXPECT(mapping == NULL);
    // An array without elements.
    int64_t const nothing[] = {0, 0, 0};
    EXPECT_OK(tessera_mapping_blocks(TESSERA_FLOAT64, 0, 1, (int64_t const[]){0}, (int64_t const[]){2},
                                     (int64_t const* const[]){nothing}, (int64_t const[]){1, 0}, &mapping));
    EXPECT_OK(tessera_mapping_owned(mapping, 1, &count));
    EXPECT(count == 0);
    tessera_mapping_free(mapping);
}

static void mappings_refuse_wrong_questions(void) {
    tessera_mapping* mapping = mapping_of("real8 A(4,6)", "(block,*) onto P(2)", 0);
    int64_t numbers[8];
    int64_t count = 0;
    int number = 0;
    char* text = NULL;
    EXPECT_INVALID(tessera_mapping_owners(mapping, (int64_t const[]){4, 0}, 8, numbers, &count), "index[0] is 4; expected 0 to 3");
    EXPECT_INVALID(tessera_mapping_owners(mapping, (int64_t const[]){0, -1}, 8, numbers, &count), "index[1] is -1");
    EXPECT_INVALID(tessera_mapping_owners(mapping, (int64_t const[]){0, 0}, -1, numbers, &count), "capacity -1 is negative");
    EXPECT_INVALID(tessera_mapping_owners(mapping, (int64_t const[]){0, 0}, 1, NULL, &count), "no list for the capacity 1");
    EXPECT_INVALID(tessera_mapping_indices(mapping, 0, 2, 8, numbers, &count), "dim is 2; expected 0 to 1");
    EXPECT_INVALID(tessera_mapping_indices(mapping, 0, -1, 8, numbers, &count), "dim is -1");
    EXPECT_INVALID(tessera_mapping_indices(mapping, 0, 1, 5, numbers, &count), "6 entries, but there is room for 5");
    EXPECT(count == 6);
    EXPECT_INVALID(tessera_mapping_text(mapping, "esperanto", &text), "there is no form 'esperanto'");
    tessera_mapping* none = NULL;
    EXPECT_INVALID(tessera_mapping_parse("real8 A(4)", "(block)", 0, &none), "or give the number of ranks\n");
    EXPECT_INVALID(tessera_mapping_parse("", "(block)", 4, &none), "the array is empty");
    EXPECT_INVALID(tessera_mapping_parse("real8 A(4)", " ", 4, &none), "the mapping is empty");
    EXPECT_INVALID(tessera_mapping_parse("real8 A(4)", "(block)", -4, &none), "not -4");
    EXPECT_INVALID(tessera_mapping_parse("real8 A(4)", "(block)", INT64_C(1) << 40, &none), "between 1 and 2147483647");
    EXPECT_INVALID(tessera_mapping_parse("real8 A(4)", "(gen_block(@/etc/passwd))", 4, &none), "/etc/passwd");

    EXPECT_INVALID(tessera_mapping_dims(NULL, &number), "mapping is null");
    EXPECT_INVALID(tessera_mapping_dims(mapping, NULL), "dims is null");
    EXPECT_INVALID(tessera_mapping_extents(NULL, numbers), "mapping is null");
    EXPECT_INVALID(tessera_mapping_type(NULL, &number), "mapping is null");
    EXPECT_INVALID(tessera_mapping_type_name(NULL, &text), "mapping is null");
    EXPECT_INVALID(tessera_mapping_storage(NULL, &number), "mapping is null");
    EXPECT_INVALID(tessera_mapping_ranks(NULL, &count), "mapping is null");
    EXPECT_INVALID(tessera_mapping_copies(NULL, &count), "mapping is null");
    EXPECT_INVALID(tessera_mapping_owners(mapping, NULL, 8, numbers, &count), "index is null");
    EXPECT_INVALID(tessera_mapping_owner_table(NULL, 0, 8, numbers, &count), "mapping is null");
    EXPECT_INVALID(tessera_mapping_holds(NULL, 0, &number), "mapping is null");
    EXPECT_INVALID(tessera_mapping_owned(NULL, 0, &count), "mapping is null");
    EXPECT_INVALID(tessera_mapping_local_shape(mapping, 0, NULL), "shape is null");
    EXPECT_INVALID(tessera_mapping_local_strides(mapping, 0, NULL), "strides is null");
    EXPECT_INVALID(tessera_mapping_local_start(mapping, 0, NULL), "offset is null");
    EXPECT_INVALID(tessera_mapping_allocation(mapping, 0, NULL), "elements is null");
    EXPECT_INVALID(tessera_mapping_indices(mapping, 0, 0, 0, NULL, NULL), "count is null");
    EXPECT_INVALID(tessera_mapping_same(mapping, NULL, &number), "b is null");
    EXPECT_INVALID(tessera_mapping_text(mapping, NULL, NULL), "text is null");
    EXPECT_INVALID(tessera_mapping_svg(NULL, &text), "mapping is null");
    tessera_mapping_free(mapping);
}

// ---- Plans
// -----------------------------------------------------------------------------------------------------------------------

static void a_plan_from_text_has_totals_and_messages(void) {
    tessera_plan* plan = plan_of("real8 A(8)", "(block)", "(cyclic)", 2);
    tessera_totals totals;
    tessera_message messages[4];
    int64_t count = 0;
    int64_t number = 0;
    char* text = NULL;
    EXPECT_OK(tessera_plan_totals(plan, &totals));
    EXPECT(totals.elements == 8 && totals.moved == 4 && totals.kept == 4 && totals.messages == 2);
    EXPECT(totals.max_sends == 1 && totals.max_receives == 1 && totals.bytes_moved == 32);
    EXPECT_OK(tessera_plan_messages(plan, -1, 4, messages, &count));
    EXPECT(count == 4);
    EXPECT(messages[1].from == 0 && messages[1].to == 1 && messages[1].elements == 2 && messages[1].bytes == 16);
    EXPECT_OK(tessera_plan_messages(plan, 1, 4, messages, &count));
    EXPECT(count == 3 && messages[0].from == 1 && messages[0].to == 0 && messages[2].from == 0 && messages[2].to == 1);
    EXPECT_INVALID(tessera_plan_messages(plan, 1, 2, messages, &count), "3 entries, but there is room for 2");
    EXPECT_OK(tessera_plan_messages(plan, 9, 4, messages, &count));
    EXPECT(count == 0);
    EXPECT_OK(tessera_plan_messages(plan, INT64_C(1) << 40, 4, messages, &count));
    EXPECT(count == 0);
    EXPECT_INVALID(tessera_plan_messages(plan, -2, 4, messages, &count), "rank -2");

    EXPECT_OK(tessera_plan_transitions(plan, &number));
    EXPECT(number == 1);
    EXPECT_OK(tessera_plan_ranks(plan, &number));
    EXPECT(number == 2);
    EXPECT_OK(tessera_plan_arrays(plan, &number));
    EXPECT(number == 1);
    EXPECT_OK(tessera_plan_peak_bytes(plan, &number));
    EXPECT(number == 64);
    EXPECT_TEXT(tessera_plan_json(plan, &text), text, "\"schema\": \"tessera.redist/1\"");
    EXPECT_TEXT(tessera_plan_text(plan, &text), text, "4 of 8 elements move in 2 messages");
    EXPECT_TEXT(tessera_plan_svg(plan, NULL, &text), text, "<svg");
    EXPECT_TEXT(tessera_plan_svg(plan, "messages", &text), text, "<svg");
    EXPECT_INVALID(tessera_plan_svg(plan, "sculpture", &text), "there is no view 'sculpture'");
    EXPECT_TEXT(tessera_plan_collective(plan, &text), text, "an all-to-all among 2 ranks");
    tessera_plan_free(plan);
}

static void a_plan_between_mappings_may_copy(void) {
    tessera_mapping* a = mapping_of("real8 A(6,4)", "(block,*) onto P(2)", 0);
    tessera_mapping* b = mapping_of("real8 A(4,6)", "(*,block) onto P(2)", 0);
    tessera_mapping* section = mapping_of("double S[3]", "(block) onto P(2)", 0);
    tessera_mapping* floats = mapping_of("real4 A(6,4)", "(block,*) onto P(2)", 0);
    tessera_plan* plan = NULL;
    tessera_totals totals;
    EXPECT_OK(tessera_plan_make(a, b, "B(j,i)=A(i,j)", &plan));
    EXPECT_OK(tessera_plan_totals(plan, &totals));
    EXPECT(totals.elements == 24 && totals.moved == 0);
    tessera_plan_free(plan);
    EXPECT_OK(tessera_plan_transpose(a, b, (int const[]){1, 0}, &plan));
    EXPECT_OK(tessera_plan_totals(plan, &totals));
    EXPECT(totals.elements == 24 && totals.moved == 0);
    tessera_plan_free(plan);
    EXPECT_OK(tessera_plan_make(a, section, "S[0:3] = A(5:1:-2,2)", &plan));
    EXPECT_OK(tessera_plan_totals(plan, &totals));
    EXPECT(totals.elements == 3);
    tessera_plan_free(plan);
    EXPECT_OK(tessera_plan_make(a, section, "T(:) = sum(U(1:3,:))", &plan));
    EXPECT_OK(tessera_plan_totals(plan, &totals));
    EXPECT(totals.elements == 12);
    tessera_plan_free(plan);

    plan = NULL;
    EXPECT_INVALID(tessera_plan_make(a, b, NULL, &plan), "6 x 4 but A is 4 x 6");
    EXPECT_INVALID(tessera_plan_make(a, section, NULL, &plan), "6 x 4 but S is 3");
    EXPECT_INVALID(tessera_plan_make(a, floats, NULL, &plan), "bytes");
    EXPECT_INVALID(tessera_plan_make(a, b, "B(j,k)=A(i,j)", &plan), "copy:1:5");
    EXPECT_INVALID(tessera_plan_make(a, b, "B(j,i)", &plan), "has no '='");
    EXPECT_INVALID(tessera_plan_make(a, b, "=A(i,j)", &plan), "does not name two arrays");
    EXPECT_INVALID(tessera_plan_make(a, b, "A(j,i)=A(i,j)", &plan), "call them B and A");
    EXPECT_INVALID(tessera_plan_make(NULL, b, NULL, &plan), "source is null");
    EXPECT_INVALID(tessera_plan_make(a, NULL, NULL, &plan), "target is null");
    EXPECT_INVALID(tessera_plan_make(a, b, NULL, NULL), "result is null");
    EXPECT_INVALID(tessera_plan_transpose(a, b, (int const[]){1, 1}, &plan), "dimension");
    EXPECT_INVALID(tessera_plan_transpose(a, b, (int const[]){1, 2}, &plan), "permutation[1] is 2");
    EXPECT_INVALID(tessera_plan_transpose(a, b, (int const[]){-1, 0}, &plan), "permutation[0] is -1");
    EXPECT_INVALID(tessera_plan_transpose(a, section, (int const[]){0}, &plan), "2 dimensions and the target 1");
    EXPECT_INVALID(tessera_plan_transpose(a, b, NULL, &plan), "permutation is null");
    EXPECT(plan == NULL);
    tessera_mapping_free(a);
    tessera_mapping_free(b);
    tessera_mapping_free(section);
    tessera_mapping_free(floats);
}

static void a_pending_sum_is_added_up(void) {
    tessera_mapping* addends = mapping_of("float A[8]", "dtensor([Partial()], mesh=(4,))", 0);
    tessera_mapping* sums = mapping_of("float A[8]", "dtensor([Shard(0)], mesh=(4,))", 0);
    tessera_plan* plan = NULL;
    int dims = 0;
    int64_t bytes = 0;
    char* text = NULL;
    EXPECT_OK(tessera_mapping_dims(addends, &dims));
    EXPECT(dims == 2);
    EXPECT_OK(tessera_plan_make(addends, sums, NULL, &plan));
    EXPECT_TEXT(tessera_plan_collective(plan, &text), text, "a reduce-scatter among 4 ranks");
    EXPECT_TEXT(tessera_plan_json(plan, &text), text, "\"method\": \"sum\"");
    EXPECT_OK(tessera_plan_peak_bytes(plan, &bytes));
    EXPECT(bytes > 32);
    tessera_plan_free(plan);
    tessera_mapping_free(addends);
    tessera_mapping_free(sums);
}

static void a_job_has_transitions(void) {
    char const* const job = "      real*8 A(12)\n"
                            "!hpf$ processors P(3)\n"
                            "!hpf$ distribute A(block) onto P\n"
                            "!hpf$ redistribute A(cyclic) onto P\n"
                            "!hpf$ redistribute A(block) onto P\n";
    tessera_plan* plan = NULL;
    tessera_plan* second = NULL;
    tessera_mapping* mapping = NULL;
    tessera_totals totals;
    tessera_message messages[20];
    int64_t number = 0;
    char* text = NULL;
    EXPECT_OK(tessera_plan_job(job, "three.hpf", 0, &plan));
    EXPECT_OK(tessera_plan_transitions(plan, &number));
    EXPECT(number == 2);
    EXPECT_OK(tessera_plan_totals(plan, &totals));
    EXPECT(totals.elements == 24);
    EXPECT_OK(tessera_plan_messages(plan, -1, 20, messages, &number));
    EXPECT(number == 18 && messages[8].transition == 0 && messages[9].transition == 1);
    EXPECT_INVALID(tessera_plan_arrays(plan, &number), "has 2 transitions");
    EXPECT_INVALID(tessera_plan_source(plan, 0, &mapping), "has 2 transitions");
    EXPECT_INVALID(tessera_plan_svg(plan, NULL, &text), "has 2 transitions");
    EXPECT_INVALID(tessera_plan_collective(plan, &text), "has 2 transitions");
    EXPECT_INVALID(tessera_plan_peak_bytes(plan, &number), "has 2 transitions");
    EXPECT_OK(tessera_plan_transition(plan, 1, &second));
    EXPECT_INVALID(tessera_plan_transition(plan, 2, &second), "there is no transition 2");
    EXPECT_INVALID(tessera_plan_transition(plan, -1, &second), "there is no transition -1");
    tessera_plan_free(plan);
    // The transition outlives the plan that it was taken from.
    EXPECT_OK(tessera_plan_source(second, 0, &mapping));
    EXPECT_TEXT(tessera_mapping_text(mapping, NULL, &text), text, "cyclic");
    tessera_mapping_free(mapping);
    EXPECT_OK(tessera_plan_target(second, 0, &mapping));
    EXPECT_TEXT(tessera_mapping_text(mapping, NULL, &text), text, "block");
    tessera_mapping_free(mapping);
    EXPECT_INVALID(tessera_plan_target(second, 1, &mapping), "there is no array 1");
    EXPECT_INVALID(tessera_plan_target(second, -1, &mapping), "there is no array -1");
    tessera_plan_free(second);

    plan = NULL;
    EXPECT_INVALID(tessera_plan_job("      real*8 A(12)\n!hpf$ distribute A(blok)\n", "wrong.hpf", 3, &plan), "wrong.hpf:2:20");
    EXPECT_INVALID(tessera_plan_job("", NULL, 3, &plan), "array");
    EXPECT_INVALID(tessera_plan_job(NULL, NULL, 3, &plan), "text is null");
    EXPECT_INVALID(tessera_plan_job(job, NULL, -3, &plan), "not -3");
    EXPECT(plan == NULL);
}

static int has(char const* text, char const* words) {
    return text != NULL && strstr(text, words) != NULL;
}

static void plans_have_schedules(void) {
    tessera_plan* plan = plan_of("real8 A(8,8)", "(block,*)", "(*,block)", 4);
    char* json = NULL;
    EXPECT_OK(tessera_plan_schedule(plan, "pex", NULL, &json));
    EXPECT(has(json, "\"algorithm\": \"pex\"") && has(json, "\"topology\": \"crossbar(4)\"") && has(json, "\"total_time\": null"));
    tessera_free_text(json);
    EXPECT_OK(tessera_plan_schedules(plan, NULL, &json));
    EXPECT(has(json, "tessera.schedules/1") && has(json, "\"algorithm\": \"pex\""));
    tessera_free_text(json);
    EXPECT_INVALID(tessera_plan_schedule(plan, "pexx", NULL, &json), "did you mean 'pex'?");
    tessera_site* site = NULL;
    EXPECT_OK(tessera_site_make("mesh(2,1)", NULL, NULL, &site));
    EXPECT_INVALID(tessera_plan_schedule(plan, NULL, site, &json), "4 ranks do not fit the 2 nodes of mesh(2,1)");
    tessera_site_free(site);
    EXPECT_OK(tessera_site_make("mesh(2,2)", "column-major", NULL, &site));
    EXPECT_OK(tessera_plan_schedule(plan, NULL, site, &json));
    EXPECT(has(json, "\"topology\": \"mesh(2,2)\""));
    tessera_free_text(json);
    tessera_site_free(site);
    tessera_site_free(NULL);
    EXPECT_INVALID(tessera_site_make(NULL, NULL, "no-such-machine", &site), "machine: no profile is called 'no-such-machine'");
    EXPECT_INVALID(tessera_plan_schedule(NULL, NULL, NULL, &json), "plan is null");
    tessera_plan_free(plan);
}

static void advice_refuses_wrong_input(void) {
    static char const job[] = "      real A(64,64)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n"
                              "!dist$ phase rows: whole A(:,*) updates A work 5\n";
    char* json = NULL;
    EXPECT_INVALID(tessera_advise(job, NULL, 0, NULL, 0, 0, 0, &json), "name a machine whose rates are known");
    EXPECT_INVALID(tessera_advise(job, NULL, 0, NULL, -1, 0, 0, &json), "operation: expected seconds");
    EXPECT_INVALID(tessera_advise(job, NULL, 0, NULL, 0, -1, 0, &json), "memory: expected bytes");
    EXPECT_INVALID(tessera_advise(job, NULL, 0, NULL, 0, 0, -1, &json), "top: expected a number of answers");
    EXPECT_INVALID(tessera_advise("      reel A(8)\n!hpf$ distribute A(blok)\n", "my.hpf", 4, NULL, 0, 0, 0, &json), "");
    EXPECT_INVALID(tessera_advise(NULL, NULL, 0, NULL, 0, 0, 0, &json), "text is null");
}

static void plans_refuse_null(void) {
    tessera_plan* plan = NULL;
    tessera_mapping* mapping = NULL;
    tessera_totals totals;
    int64_t number = 0;
    char* text = NULL;
    EXPECT_INVALID(tessera_plan_parse(NULL, "(block)", "(cyclic)", 2, &plan), "array is null");
    EXPECT_INVALID(tessera_plan_parse("real A(4)", NULL, "(cyclic)", 2, &plan), "from is null");
    EXPECT_INVALID(tessera_plan_parse("real A(4)", "(block)", NULL, 2, &plan), "to is null");
    EXPECT_INVALID(tessera_plan_parse("real A(4)", "(block)", "", 2, &plan), "a mapping is empty");
    EXPECT_INVALID(tessera_plan_parse("", "(block)", "(block)", 2, &plan), "the array is empty");
    EXPECT_INVALID(tessera_plan_parse("real A(4)", "(block)", "(cyclc)", 2, &plan), "to:1:2");
    EXPECT_INVALID(tessera_plan_transitions(NULL, &number), "plan is null");
    EXPECT_INVALID(tessera_plan_transition(NULL, 0, &plan), "plan is null");
    EXPECT_INVALID(tessera_plan_ranks(NULL, &number), "plan is null");
    EXPECT_INVALID(tessera_plan_totals(NULL, &totals), "plan is null");
    EXPECT_INVALID(tessera_plan_messages(NULL, -1, 0, NULL, &number), "plan is null");
    EXPECT_INVALID(tessera_plan_json(NULL, &text), "plan is null");
    EXPECT_INVALID(tessera_plan_text(NULL, &text), "plan is null");
    EXPECT_INVALID(tessera_plan_arrays(NULL, &number), "plan is null");
    EXPECT_INVALID(tessera_plan_source(NULL, 0, &mapping), "plan is null");
    EXPECT_INVALID(tessera_plan_target(NULL, 0, &mapping), "plan is null");
    EXPECT_INVALID(tessera_plan_svg(NULL, NULL, &text), "plan is null");
    EXPECT_INVALID(tessera_plan_collective(NULL, &text), "plan is null");
    EXPECT_INVALID(tessera_plan_peak_bytes(NULL, &number), "plan is null");
    tessera_plan* good = plan_of("real8 A(8)", "(block)", "(cyclic)", 2);
    EXPECT_INVALID(tessera_plan_totals(good, NULL), "totals is null");
    EXPECT_INVALID(tessera_plan_json(good, NULL), "json is null");
    EXPECT_INVALID(tessera_plan_messages(good, -1, 0, NULL, NULL), "count is null");
    tessera_plan_free(good);
    EXPECT(plan == NULL && mapping == NULL && text == NULL);
}

int main(void) {
    EXPECT(strcmp(tessera_error(), "") == 0 && strcmp(tessera_error_message(), "") == 0);
    errors_have_words_and_a_place();
    each_thread_has_its_error();
    types_have_numbers();
    a_mapping_from_text_tells_what_ranks_hold();
    a_rank_outside_holds_nothing();
    copies_and_shadow_count();
    the_owner_table_is_row_major();
    cyclic_is_scalapacks_layout();
    cyclic_refuses_wrong_numbers();
    blocks_have_owners();
    mappings_refuse_wrong_questions();
    a_plan_from_text_has_totals_and_messages();
    a_plan_between_mappings_may_copy();
    a_pending_sum_is_added_up();
    a_job_has_transitions();
    plans_have_schedules();
    advice_refuses_wrong_input();
    plans_refuse_null();
    return failures == 0 ? 0 : 1;
}
