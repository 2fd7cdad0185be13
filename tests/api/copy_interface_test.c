// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of tessera_io.h: an array goes from npy to HDF5 and Zarr and back. Usage: copy_interface_tests FOLDER FIELD
#include "tests/api/check.h"

#include <tessera_io.h>

#include <unistd.h>

enum { rows = 60, columns = 50 };

static int rank = 0;
static int ranks = 1;
static char folder[900];

/// Returns a path in the folder. Two paths are valid at a time.
static char const* path(char const* name) {
    static char paths[2][1200];
    static int next = 0;
    next = 1 - next;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

static void write_npy(char const* name) {
    char header[128];
    memset(header, ' ', sizeof header);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    int const length =
        snprintf(header + 10, 100, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", (int)rows, (int)columns);
    header[10 + length] = ' ';
    header[127] = '\n';
    FILE* const file = fopen(path(name), "wb");
    fwrite(header, 1, sizeof header, file);
    for (int i = 0; i < rows * columns; ++i) {
        double const number = 0.5 * i;
        fwrite(&number, sizeof number, 1, file);
    }
    fclose(file);
}

/// Returns the number of wrong elements in an npy file with the elements of write_npy(), or -1 if it cannot be read.
static int wrong_elements(char const* name) {
    FILE* const file = fopen(path(name), "rb");
    if (file == NULL) return -1;
    int wrong = 0;
    double number = 0;
    fseek(file, -(long)(rows * columns * sizeof number), SEEK_END);
    for (int i = 0; i < rows * columns; ++i) wrong += fread(&number, sizeof number, 1, file) != 1 || number != 0.5 * i;
    fclose(file);
    return wrong;
}

static int copy(char const* source, char const* target, char const* option, tessera_copy_outcome* outcome) {
    char from[1200];
    char to[1200];
    snprintf(from, sizeof from, "%s", path(source));
    snprintf(to, sizeof to, "%s", path(target));
    return tessera_file_copy(from, to, &option, option == NULL ? 0 : 1, MPI_COMM_WORLD, NULL, outcome, NULL);
}

static void an_array_goes_through_formats(void) {
    tessera_copy_outcome outcome;
    EXPECT_OK(copy("a.npy", "b.h5:/x", "chunk=16,16", &outcome));
    EXPECT(outcome.bytes_copied == 8 * rows * columns && outcome.stopped == 0 && outcome.wrong == 0 && outcome.damaged == 0);
    EXPECT_OK(copy("b.h5:/x", "c.zarr", "compress=zstd", &outcome));
    EXPECT_OK(copy("c.zarr", "d.npy", NULL, &outcome));
    if (rank == 0) EXPECT(wrong_elements("d.npy") == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INVALID(copy("a.npy", "d.npy", NULL, &outcome), "force");
    EXPECT_OK(copy("a.npy", "d.npy", "force", &outcome));
}

static void losses_are_listed(char const* field) {
    tessera_copy_outcome outcome;
    char* report = NULL;
    char source[1200];
    snprintf(source, sizeof source, "%s:/geoid", field);
    EXPECT_TEXT(tessera_file_copy(source, path("l.npy"), NULL, 0, MPI_COMM_WORLD, NULL, &outcome, &report), report,
                "lost: the filter deflate 9\n");
    EXPECT(outcome.lossy == 1);
}

static void copies_refuse_wrong_input(void) {
    tessera_copy_outcome outcome;
    char const* const options[] = {"force", NULL};
    EXPECT_INVALID(copy("a.npy", "e.npy", "colour=blue", &outcome), "no option 'colour'");
    EXPECT_INVALID(copy("a.npy", "e.npy", "memory=much", &outcome), "memory");
    EXPECT_INVALID(copy("a.npy", "e.npy", "force=1", &outcome), "force takes no value");
    EXPECT_INVALID(copy("absent.npy", "e.npy", NULL, &outcome), "absent.npy");
    EXPECT_INVALID(tessera_file_copy(NULL, "e.npy", NULL, 0, MPI_COMM_WORLD, NULL, &outcome, NULL), "source is null");
    EXPECT_INVALID(tessera_file_copy("a.npy", NULL, NULL, 0, MPI_COMM_WORLD, NULL, &outcome, NULL), "target is null");
    EXPECT_INVALID(tessera_file_copy("a.npy", "e.npy", NULL, 0, MPI_COMM_WORLD, NULL, NULL, NULL), "outcome is null");
    EXPECT_INVALID(tessera_file_copy("a.npy", "e.npy", NULL, 2, MPI_COMM_WORLD, NULL, &outcome, NULL), "options is null");
    EXPECT_INVALID(tessera_file_copy("a.npy", "e.npy", options, 2, MPI_COMM_WORLD, NULL, &outcome, NULL), "options[1] is null");
    EXPECT_INVALID(tessera_file_copy("a.npy", "e.npy", options, -1, MPI_COMM_WORLD, NULL, &outcome, NULL), "count is -1");
    EXPECT_INVALID(tessera_file_copy("a.npy", "e.npy", NULL, 0, MPI_COMM_NULL, NULL, &outcome, NULL), "MPI_COMM_NULL");
    tessera_copy_callbacks callbacks = TESSERA_COPY_CALLBACKS;
    callbacks.size = 3;
    EXPECT_INVALID(tessera_file_copy("a.npy", "e.npy", NULL, 0, MPI_COMM_WORLD, &callbacks, &outcome, NULL), "size 3");
    // What is wrong on one rank is refused on all.
    EXPECT_INVALID(tessera_file_copy(rank == ranks - 1 ? NULL : "a.npy", "e.npy", NULL, 0, MPI_COMM_WORLD, NULL, &outcome, NULL),
                   "source is null");
    if (rank == 0) EXPECT(access(path("e.npy"), F_OK) != 0);
}

static void count_bytes(void* data, char const* pass, int64_t done, int64_t of) {
    EXPECT(pass != NULL && done >= 0 && done <= of);
    *(int64_t*)data = done;
}

static int stop_at_once(void* data) {
    (void)data;
    return 1;
}

static void callers_see_and_stop(void) {
    tessera_copy_outcome outcome;
    tessera_copy_callbacks callbacks = TESSERA_COPY_CALLBACKS;
    int64_t seen = 0;
    char* report = NULL;
    callbacks.data = &seen;
    callbacks.progress = count_bytes;
    char from[1200];
    snprintf(from, sizeof from, "%s", path("a.npy"));
    EXPECT_OK(tessera_file_copy_f(from, path("f.h5:/x"), NULL, 0, MPI_Comm_c2f(MPI_COMM_WORLD), &callbacks, &outcome, &report));
    EXPECT(report != NULL);
    tessera_free_text(report);
    if (rank == 0) EXPECT(seen > 0);
    callbacks.stop = stop_at_once;
    EXPECT_OK(tessera_file_copy(from, path("g.npy"), NULL, 0, MPI_COMM_WORLD, &callbacks, &outcome, NULL));
    EXPECT(outcome.stopped == 1);
    if (rank == 0) EXPECT(access(path("g.npy"), F_OK) != 0);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    snprintf(folder, sizeof folder, "%s/ranks%d", argc > 1 ? argv[1] : ".", ranks);
    char command[2000];
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s'", folder, folder);
    if (rank == 0) EXPECT(system(command) == 0);
    if (rank == 0) write_npy("a.npy");
    MPI_Barrier(MPI_COMM_WORLD);
    an_array_goes_through_formats();
    losses_are_listed(argc > 2 ? argv[2] : "");
    copies_refuse_wrong_input();
    callers_see_and_stop();
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}
