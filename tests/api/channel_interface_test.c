// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the channels of tessera_mpi.h: two groups of ranks of one job, and two jobs that meet by a file.
//
// Usage: channel_interface_tests               two groups; at least 2 ranks
//        channel_interface_tests SIDE FILE     one job of two; SIDE: send or receive
#include "tests/api/check.h"

#include <tessera_mpi.h>

enum { rows = 9, columns = 14, transfers = 5 };
static char const array[] = "double A[9][14]";

/// One program: its ranks, and its part of the array.
typedef struct {
    MPI_Comm comm;
    tessera_mapping* mapping;
    int64_t shape[2];
    int64_t indices[2][64];
    double* part;
} program;

static program program_of(MPI_Comm comm, char const* formats) {
    program mine = {.comm = comm};
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    EXPECT_OK(tessera_mapping_parse(array, formats, ranks, &mine.mapping));
    EXPECT_OK(tessera_mapping_local_shape(mine.mapping, rank, mine.shape));
    int64_t count = 0;
    for (int d = 0; d < 2; ++d) EXPECT_OK(tessera_mapping_indices(mine.mapping, rank, d, 64, mine.indices[d], &count));
    mine.part = calloc((size_t)(mine.shape[0] * mine.shape[1]) + 1, sizeof(double));
    return mine;
}

static void free_program(program* mine) {
    free(mine->part);
    tessera_mapping_free(mine->mapping);
}

/// An element is its own global index, and the number of the transfer.
static double value(program const* mine, int64_t i, int64_t j, int transfer) {
    return (double)(1000 * transfer + columns * mine->indices[0][i] + mine->indices[1][j]);
}

static void send_all(program* mine, tessera_channel* channel) {
    for (int transfer = 0; transfer < transfers; ++transfer) {
        for (int64_t i = 0; i < mine->shape[0]; ++i)
            for (int64_t j = 0; j < mine->shape[1]; ++j) mine->part[i * mine->shape[1] + j] = value(mine, i, j, transfer);
        EXPECT_OK(tessera_channel_send(channel, mine->part));
    }
    int arrived = 0;
    EXPECT_INVALID(tessera_channel_receive(channel, mine->part, &arrived), "this end sends");
    EXPECT_OK(tessera_channel_close(channel));
    EXPECT_INVALID(tessera_channel_send(channel, mine->part), "the channel is closed");
}

static void receive_all(program* mine, tessera_channel* channel) {
    EXPECT_INVALID(tessera_channel_send(channel, mine->part), "this end receives");
    EXPECT_INVALID(tessera_channel_close(channel), "this end receives");
    int transfer = 0;
    int arrived = 1;
    for (;; ++transfer) {
        EXPECT_OK(tessera_channel_receive(channel, mine->part, &arrived));
        if (arrived == 0) break;
        for (int64_t i = 0; i < mine->shape[0]; ++i)
            for (int64_t j = 0; j < mine->shape[1]; ++j) EXPECT(mine->part[i * mine->shape[1] + j] == value(mine, i, j, transfer));
    }
    EXPECT(transfer == transfers);
}

static void refuses_wrong_input(program const* mine) {
    tessera_channel* channel = NULL;
    EXPECT_INVALID(tessera_channel_make(mine->mapping, 2, "file", mine->comm, NULL, &channel), "2 is no end");
    EXPECT_INVALID(tessera_channel_make(NULL, TESSERA_SENDER, "file", mine->comm, NULL, &channel), "mapping is null");
    EXPECT_INVALID(tessera_channel_make(mine->mapping, TESSERA_SENDER, NULL, mine->comm, NULL, &channel), "file is null");
    tessera_channel_options options = TESSERA_CHANNEL_OPTIONS;
    options.size = 1;
    EXPECT_INVALID(tessera_channel_make(mine->mapping, TESSERA_SENDER, "file", mine->comm, &options, &channel), "have size 1");
    options = (tessera_channel_options)TESSERA_CHANNEL_OPTIONS;
    options.patience = 0;
    EXPECT_INVALID(tessera_channel_make(mine->mapping, TESSERA_SENDER, "file", mine->comm, &options, &channel), "patience: expected");
    options.patience = 60;
    options.transfers = -1;
    EXPECT_INVALID(tessera_channel_make(mine->mapping, TESSERA_SENDER, "file", mine->comm, &options, &channel), "transfers: expected");
    EXPECT_INVALID(tessera_channel_make_within(mine->mapping, TESSERA_SENDER, "c", MPI_COMM_WORLD, 0, 999, mine->comm, NULL, &channel),
                   "there is no rank 999");
    EXPECT_INVALID(tessera_channel_make_within(mine->mapping, TESSERA_SENDER, "c", MPI_COMM_WORLD, 1, 1, mine->comm, NULL, &channel),
                   "rank 1 is the first of both groups");
    EXPECT_INVALID(tessera_channel_make_within(mine->mapping, TESSERA_SENDER, "c", MPI_COMM_NULL, 0, 1, mine->comm, NULL, &channel),
                   "MPI_COMM_NULL");
}

/// The first third of the ranks sends to the others.
static void groups_of_one_job_meet(char const* algorithm) {
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int const senders = (ranks + 2) / 3;
    int const sends = rank < senders;
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, sends, rank, &comm);
    program mine = program_of(comm, sends ? "(block,*)" : "(*,cyclic(3))");
    refuses_wrong_input(&mine);
    tessera_channel_options options = TESSERA_CHANNEL_OPTIONS;
    options.algorithm = algorithm;
    tessera_channel* channel = NULL;
    EXPECT_OK(tessera_channel_make_within(mine.mapping, sends ? TESSERA_SENDER : TESSERA_RECEIVER, "matrices", MPI_COMM_WORLD, 0,
                                          senders, comm, &options, &channel));
    if (channel != NULL) (sends ? send_all : receive_all)(&mine, channel);
    tessera_channel_free(channel);
    free_program(&mine);
    MPI_Comm_free(&comm);
}

static void jobs_meet_by_a_file(int sends, char const* file) {
    program mine = program_of(MPI_COMM_WORLD, sends ? "(block,*)" : "(cyclic,cyclic(2))");
    tessera_channel* channel = NULL;
    EXPECT_OK(tessera_channel_make(mine.mapping, sends ? TESSERA_SENDER : TESSERA_RECEIVER, file, MPI_COMM_WORLD, NULL, &channel));
    if (channel != NULL) (sends ? send_all : receive_all)(&mine, channel);
    tessera_channel_free(channel);
    free_program(&mine);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc == 3) {
        jobs_meet_by_a_file(strcmp(argv[1], "send") == 0, argv[2]);
    } else {
        groups_of_one_job_meet(NULL);
        groups_of_one_job_meet("centralized");
    }
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}
