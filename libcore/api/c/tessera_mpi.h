// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the C interface for moving arrays under MPI. Link with libtessera_mpi.
//
// The conventions of tessera.h hold here too. In addition:
// - MPI must be initialized. A function marked "Collective" is called by all ranks of the communicator, in the same order.
// - If a collective make function fails on one rank, it fails on all ranks, with the same error.
// - Ranks of mappings and plans are ranks of the communicator, which may have more.
// - Pointers are addresses in host memory. One that the processor cannot read, such as one of a GPU, is TESSERA_INVALID.
// - A function that ends in _f takes the communicator as a Fortran integer (MPI_Fint).
// - After TESSERA_FAILED in a function that moves data, the communicator may be unusable, and the job should end.
// - A function that moves data is checked on each rank alone: if it is TESSERA_INVALID on one rank, the others wait for it.
#ifndef TESSERA_MPI_H
#define TESSERA_MPI_H

#include <tessera.h>

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Movers ----------------------------------------------------------------------------------------------------------------

/// One rank's share of one or several plans, compiled once and executed any number of times.
typedef struct tessera_mover tessera_mover;

/// The ways in which messages travel.
enum tessera_transport {
    TESSERA_AUTO = 0,           ///< through memory within a node, non-blocking messages between nodes
    TESSERA_SHARED = 1,         ///< through memory alone; all ranks are on one node
    TESSERA_POINT_TO_POINT = 2, ///< non-blocking sends and receives
    TESSERA_ALLTOALLV = 3,      ///< one collective call with packed messages
    TESSERA_ALLTOALLW = 4,      ///< one collective call with MPI datatypes
    TESSERA_PERSISTENT = 5      ///< like TESSERA_POINT_TO_POINT, with requests that are made once
};

/// Options of a mover. Begin with TESSERA_MOVER_OPTIONS, so that later versions may add members.
typedef struct tessera_mover_options {
    size_t size;   ///< sizeof(tessera_mover_options)
    int transport; ///< tessera_transport; the same on all ranks
    /// target = alpha * op(source) + beta * target. Real and imaginary part, the same on all ranks. If beta is 0, the target is not
    /// read.
    double alpha[2];
    double beta[2];
    int conjugate;   ///< 1: op is the complex conjugate. 0: op changes nothing.
    int with_return; ///< 1: tessera_mover_run_back will be called. Not possible with copies of elements, sums, alpha or beta.
    /// The caller's own strides of this rank's part of each source (target), in elements; they may be negative. Then the pointer to
    /// the part is the address of its first element, local index 0,0,.... Null, for all arrays or for one: the layout of
    /// tessera_mapping_local_strides, and the pointer is the start of the allocation. They may differ between ranks.
    int64_t const* const* source_strides;
    int64_t const* const* target_strides;
} tessera_mover_options;
#define TESSERA_MOVER_OPTIONS                                                                                                      \
    { sizeof(tessera_mover_options), TESSERA_AUTO, {1, 0}, {0, 0}, 0, 0, NULL, NULL }

/// Makes a mover for all arrays of `count` plans, in their order. They travel together: one message from a rank to another.
/// `options`: null for the default. Every plan has one transition. Collective.
TESSERA_API int tessera_mover_make(tessera_plan const* const* plans, int64_t count, MPI_Comm comm,
                                   tessera_mover_options const* options, tessera_mover** result);
TESSERA_API int tessera_mover_make_f(tessera_plan const* const* plans, int64_t count, MPI_Fint comm,
                                     tessera_mover_options const* options, tessera_mover** result);
/// Makes the plan and the mover of one array from text, for as many ranks as the communicator has. Texts: see
/// tessera_mapping_parse. Collective.
TESSERA_API int tessera_mover_parse(char const* array, char const* from, char const* to, MPI_Comm comm,
                                    tessera_mover_options const* options, tessera_mover** result);
TESSERA_API int tessera_mover_parse_f(char const* array, char const* from, char const* to, MPI_Fint comm,
                                      tessera_mover_options const* options, tessera_mover** result);
/// Frees a mover, but not between begin and end. Collective. After MPI_Finalize it does nothing.
TESSERA_API void tessera_mover_free(tessera_mover* mover);

/// Sets the number of arrays: the length of the lists that the next functions take.
TESSERA_API int tessera_mover_arrays(tessera_mover const* mover, int64_t* count);

/// Sets the sizes of this rank's parts of an array before and after, in elements with shadow planes and gaps. 0: it holds nothing.
TESSERA_API int tessera_mover_sizes(tessera_mover const* mover, int64_t array, int64_t* source, int64_t* target);

/// Moves all arrays. `sources`, `targets`: for each array, the address of this rank's part; null if the rank holds nothing. They do
/// not overlap. Elements of the targets that the plan does not name keep their values. Collective.
TESSERA_API int tessera_mover_run(tessera_mover* mover, void const* const* sources, void* const* targets);
/// The two halves of tessera_mover_run, so that the program can compute while messages travel. In between, sources may be read but
/// not written, and targets may be neither read nor written. Both are collective.
TESSERA_API int tessera_mover_begin(tessera_mover* mover, void const* const* sources, void* const* targets);
TESSERA_API int tessera_mover_end(tessera_mover* mover);
/// Moves the targets back to the sources. The mover was made with with_return. Collective.
TESSERA_API int tessera_mover_run_back(tessera_mover* mover, void* const* sources, void const* const* targets);

/// What one execution costs this rank.
typedef struct tessera_mover_costs {
    int64_t messages_sent;
    int64_t messages_received;
    int64_t bytes_sent;
    int64_t bytes_received;
    int64_t bytes_kept;   ///< copied from source to target on this rank
    int64_t buffer_bytes; ///< memory for messages
} tessera_mover_costs;
TESSERA_API int tessera_mover_cost(tessera_mover const* mover, tessera_mover_costs* costs);

// ---- Halos -----------------------------------------------------------------------------------------------------------------

/// Copies of neighbours' elements around a rank's own ones, and the exchange that fills them.
typedef struct tessera_halo tessera_halo;

enum tessera_halo_direction {
    TESSERA_HALO_FILL = 0, ///< owners send their elements to the halos of others
    TESSERA_HALO_ADD = 1   ///< halos are added to the elements of their owners
};

/// Makes the halo of an array.
/// `stencil`: "5", "9" (two dimensions), "7", "27" (three), "star:W", "box:W" with a width W. Null: the shadow planes that the
/// array declares. `periodic`: "all", or dimensions from 1, such as "1,3". Null: none. `direction`: see tessera_halo_direction.
/// Collective.
TESSERA_API int tessera_halo_make(tessera_mapping const* mapping, char const* stencil, char const* periodic, int direction,
                                  MPI_Comm comm, tessera_halo** result);
TESSERA_API int tessera_halo_make_f(tessera_mapping const* mapping, char const* stencil, char const* periodic, int direction,
                                    MPI_Fint comm, tessera_halo** result);
/// Frees a halo, but not between begin and end. Collective. After MPI_Finalize it does nothing.
TESSERA_API void tessera_halo_free(tessera_halo* halo);

/// Sets the size of this rank's allocation in elements, with its halo. It is 0 if the rank holds nothing.
TESSERA_API int tessera_halo_allocation(tessera_halo const* halo, int64_t* elements);
/// Sets the distance in elements between adjacent places of each dimension. So the neighbour of an owned element is found at a
/// fixed distance from it, for every mapping.
TESSERA_API int tessera_halo_strides(tessera_halo const* halo, int64_t* strides);
/// Sets the offset of the element at a global index (one entry per dimension) from the start of the allocation. The element is
/// owned or in the halo of this rank; an index outside the array names a place of the halo across its edge.
TESSERA_API int tessera_halo_offset(tessera_halo const* halo, int64_t const* index, int64_t* offset);

/// Exchanges. `part`: the start of this rank's allocation. Collective.
TESSERA_API int tessera_halo_run(tessera_halo* halo, void* part);
/// The two halves of tessera_halo_run. In between, elements that others read may be read but not written, and the halo may be
/// neither read nor written. Both are collective.
TESSERA_API int tessera_halo_begin(tessera_halo* halo, void* part);
TESSERA_API int tessera_halo_end(tessera_halo* halo);

// ---- Shifts ----------------------------------------------------------------------------------------------------------------

/// The move of every element by the same distance.
typedef struct tessera_shift tessera_shift;

/// The treatment of elements that leave the array, and of places that receive none.
enum tessera_edge {
    TESSERA_KEEP = 0, ///< such elements are dropped; such places keep their values
    TESSERA_FILL = 1, ///< such elements are dropped; such places get a given value
    TESSERA_TORUS = 2 ///< elements enter again at the other end
};

/// Makes a shift: element i goes to place i + distance. `distance`: one entry per dimension. `edge`: see tessera_edge. Collective.
TESSERA_API int tessera_shift_make(tessera_mapping const* mapping, int64_t const* distance, int edge, MPI_Comm comm,
                                   tessera_shift** result);
TESSERA_API int tessera_shift_make_f(tessera_mapping const* mapping, int64_t const* distance, int edge, MPI_Fint comm,
                                     tessera_shift** result);
/// Frees a shift, but not between begin and end. Collective. After MPI_Finalize it does nothing.
TESSERA_API void tessera_shift_free(tessera_shift* shift);

/// Shifts from `source` to `target`: the start of this rank's allocation of each, or null if it holds nothing. They do not overlap.
/// `fill`: one element for TESSERA_FILL; else null. Collective.
TESSERA_API int tessera_shift_run(tessera_shift* shift, void const* source, void* target, void const* fill);
/// The two halves of tessera_shift_run; see tessera_mover_begin. `fill` stays valid until the end. Both are collective.
TESSERA_API int tessera_shift_begin(tessera_shift* shift, void const* source, void* target, void const* fill);
TESSERA_API int tessera_shift_end(tessera_shift* shift);

// ---- Routes ----------------------------------------------------------------------------------------------------------------

/// The way of values from this rank to elements that it names, on any rank, and back.
typedef struct tessera_route tessera_route;

/// What becomes of an element and a value that is sent to it. Values for one element are taken in the order of ranks and lists.
enum tessera_combine {
    TESSERA_REPLACE = 0, ///< the last value replaces the element
    TESSERA_SUM = 1,
    TESSERA_PRODUCT = 2,
    TESSERA_MIN = 3,
    TESSERA_MAX = 4,
    TESSERA_AND = 5, ///< bit by bit
    TESSERA_OR = 6,
    TESSERA_XOR = 7
};

/// Makes a route to elements of an array, and sends their addresses ahead, so that later only values travel.
/// `elements`: the numbers of the elements in the array's storage order, from 0, as in a C array a[i][j] of m columns i * m + j.
/// `count`: length of the list. Each rank has a list of its own, of any length, and may name an element several times. The list is
/// not needed afterwards. Collective.
TESSERA_API int tessera_route_make(tessera_mapping const* mapping, int64_t const* elements, int64_t count, MPI_Comm comm,
                                   tessera_route** result);
TESSERA_API int tessera_route_make_f(tessera_mapping const* mapping, int64_t const* elements, int64_t count, MPI_Fint comm,
                                     tessera_route** result);
/// Frees a route, but not between begin and end. Collective. After MPI_Finalize it does nothing.
TESSERA_API void tessera_route_free(tessera_route* route);

/// Sends values[i] to the element elements[i], and to all its copies. `part`: the start of this rank's allocation; null if it holds
/// nothing. `combine`: see tessera_combine; the same on all ranks. Collective.
TESSERA_API int tessera_route_send(tessera_route* route, void const* values, void* part, int combine);
/// Sets values[i] to the element elements[i]. Collective.
TESSERA_API int tessera_route_get(tessera_route* route, void const* part, void* values);
/// The two halves of both. In between, what is sent from may be read but not written, and what is sent to may be neither read nor
/// written. All are collective.
TESSERA_API int tessera_route_begin_send(tessera_route* route, void const* values, void* part, int combine);
TESSERA_API int tessera_route_begin_get(tessera_route* route, void const* part, void* values);
TESSERA_API int tessera_route_end(tessera_route* route);

// ---- Channels --------------------------------------------------------------------------------------------------------------

/// One program's end of a channel, through which a program hands an array to another program, as often as it likes.
typedef struct tessera_channel tessera_channel;

enum tessera_channel_end {
    TESSERA_SENDER = 0,
    TESSERA_RECEIVER = 1
};

/// Options of a channel. Begin with TESSERA_CHANNEL_OPTIONS, so that later versions may add members.
typedef struct tessera_channel_options {
    size_t size;            ///< sizeof(tessera_channel_options)
    char const* algorithm;  ///< "all-to-all", "centralized", "staged", "multistage", "hybrid". Null: "auto"
    int64_t transfers;      ///< expected number of transfers, for which the channel prepares itself. 0: many. More are possible.
    double patience;        ///< seconds to wait for the other program, and for a sign of life of a rank of it
    char const* interface;  ///< with a meeting file: name or address of the interface where the sender listens. Null: all
} tessera_channel_options;
#define TESSERA_CHANNEL_OPTIONS                                                                                                    \
    { sizeof(tessera_channel_options), NULL, 0, 60, NULL }

/// Makes one end of a channel between two jobs, which meet by a file. Both programs call it, at any time, and wait for each other.
/// `mapping`: the array as the ranks of this program hold it. Both sides have the same shape and type. `end`: see
/// tessera_channel_end. `file`: a path that both jobs can read; the sender writes the file and removes it. `comm`: the ranks of this
/// program. `options`: null for the default. Elements travel unencrypted. Collective.
TESSERA_API int tessera_channel_make(tessera_mapping const* mapping, int end, char const* file, MPI_Comm comm,
                                     tessera_channel_options const* options, tessera_channel** result);
TESSERA_API int tessera_channel_make_f(tessera_mapping const* mapping, int end, char const* file, MPI_Fint comm,
                                       tessera_channel_options const* options, tessera_channel** result);
/// Makes one end of a channel between two groups of ranks of the communicator `both`, which have no rank in common. `sender`,
/// `receiver`: the ranks in `both` of the processes with rank 0 in the communicators `comm` of the groups. `name`: tells several
/// channels between the same groups apart. Collective over `comm`.
TESSERA_API int tessera_channel_make_within(tessera_mapping const* mapping, int end, char const* name, MPI_Comm both, int sender,
                                            int receiver, MPI_Comm comm, tessera_channel_options const* options,
                                            tessera_channel** result);
TESSERA_API int tessera_channel_make_within_f(tessera_mapping const* mapping, int end, char const* name, MPI_Fint both, int sender,
                                              int receiver, MPI_Fint comm, tessera_channel_options const* options,
                                              tessera_channel** result);
/// Frees an end. A sender that has not closed the channel abandons it, and its receivers get TESSERA_FAILED. Collective. After
/// MPI_Finalize it does nothing.
TESSERA_API void tessera_channel_free(tessera_channel* channel);

/// Sends the array. `part`: the start of this rank's allocation; null if it holds nothing. Returns when the part may be changed.
/// Collective over the sender's ranks.
TESSERA_API int tessera_channel_send(tessera_channel* channel, void const* part);
/// Waits for the next array. Sets `arrived` to 1; or to 0 if the sender has closed the channel, so that no more will come.
/// Collective over the receiver's ranks.
TESSERA_API int tessera_channel_receive(tessera_channel* channel, void* part, int* arrived);
/// Ends the sending, and does not wait. Receivers are told after the last array. Collective over the sender's ranks.
TESSERA_API int tessera_channel_close(tessera_channel* channel);

#ifdef __cplusplus
}
#endif

#endif
