// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the C interface for planning, which needs no MPI. Link with libtessera.
//
// Conventions of all functions here, in tessera_mpi.h and in tessera_io.h:
// - A function returns TESSERA_OK or the kind of its failure. tessera_error() then tells the reason, and no result is set.
// - Dimensions, indices, ranks and offsets count from 0. Index ranges are half-open. Strides and offsets count elements. Only texts
//   for people (errors, reports, notations) count as the commands do: dimensions from 1, indices in the bounds of the array.
// - A null pointer is TESSERA_INVALID unless the parameter may be null, and so is other misuse. The library never aborts.
// - The caller owns the handles that it gets, and frees each with the function of its type, which accepts null. A handle does not
//   need the handles that it was made from.
// - A function that fills a list takes its capacity in entries and always sets `count` to the length of the list. If the list is
//   longer than the capacity, the function returns TESSERA_INVALID. With capacity 0 and a null list it sets only `count`.
// - Handles do not change, except those of tessera_mpi.h that move data. Several threads may use one handle at the same time.
// - Nothing is printed, and no state is kept apart from the last error of each thread.
#ifndef TESSERA_H
#define TESSERA_H

#include <stddef.h>
#include <stdint.h>

#define TESSERA_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

// ---- Results and errors ----------------------------------------------------------------------------------------------------

enum tessera_status {
    TESSERA_OK = 0,
    TESSERA_FAILED = 1,  ///< the system, MPI or a file refused
    TESSERA_INVALID = 2, ///< wrong input of the caller
    TESSERA_INTERNAL = 3 ///< a bug of Tessera
};

/// Returns the reason of the last failure in this thread: the message and, for an error in a text, the line with a caret. Empty if
/// nothing has failed. Valid until the next call of a Tessera function in this thread.
TESSERA_API char const* tessera_error(void);
/// Returns the same reason as one line, without the place in a text.
TESSERA_API char const* tessera_error_message(void);
/// Sets the place of the last failure in its text: line and column from 1, and the number of wrong columns. If the failure has no
/// place, sets all three to 0.
TESSERA_API int tessera_error_place(int64_t* line, int64_t* column, int64_t* length);

/// Returns the version of the library, such as "0.1.0".
TESSERA_API char const* tessera_version(void);

/// Releases a text that the library returned.
TESSERA_API void tessera_free_text(char* text);

// ---- Element types ---------------------------------------------------------------------------------------------------------

/// The type of an array's elements. Opaque elements of n bytes have the type TESSERA_BYTES(n).
enum tessera_type {
    TESSERA_INT8 = 1,
    TESSERA_INT16 = 2,
    TESSERA_INT32 = 3,
    TESSERA_INT64 = 4,
    TESSERA_UINT8 = 5,
    TESSERA_UINT16 = 6,
    TESSERA_UINT32 = 7,
    TESSERA_UINT64 = 8,
    TESSERA_FLOAT32 = 9,
    TESSERA_FLOAT64 = 10,
    TESSERA_COMPLEX64 = 11,  ///< two float32
    TESSERA_COMPLEX128 = 12, ///< two float64
    TESSERA_BOOL = 13,       ///< one byte
    TESSERA_FIRST_OPAQUE = 65536
};
#define TESSERA_BYTES(n) (TESSERA_FIRST_OPAQUE + (n))

/// Sets the type that a text names: "real8", "double", "int32", "complex*16", "bytes(24)", ...
TESSERA_API int tessera_type_parse(char const* text, int* type);
/// Sets the size of an element in bytes.
TESSERA_API int tessera_type_bytes(int type, int64_t* bytes);

// ---- Mappings --------------------------------------------------------------------------------------------------------------

/// An array and the ranks that hold its elements.
typedef struct tessera_mapping tessera_mapping;

/// The order of elements in memory, or of processes in a grid.
enum tessera_order {
    TESSERA_ROW_MAJOR = 0,   ///< the last index varies fastest, as in C
    TESSERA_COLUMN_MAJOR = 1 ///< the first index varies fastest, as in Fortran
};

/// Makes a mapping from text.
/// `array`: a declaration, such as "real8 A(1000,1000)" (column-major, indices of texts from 1) or "double A[1000][1000]"
/// (row-major, indices of texts from 0).
/// `mapping`: any notation that the commands read, such as "(block,cyclic(8)) onto P(2,3)", "scalapack(mb=64,nb=64,grid=2x3)" or
/// "jax(P('x', None), mesh={'x':4})". A list "@file" is read from the current folder or below.
/// `ranks`: the number of ranks for a mapping that does not name its processors; else 0.
TESSERA_API int tessera_mapping_parse(char const* array, char const* mapping, int64_t ranks, tessera_mapping** result);

/// Makes a block-cyclic mapping from numbers: dimension d has blocks of blocks[d] indices, dealt in turn to grid[d] processes.
/// `type`: see tessera_type. `storage`: the order of the elements in a rank's memory (tessera_order).
/// `extents`, `blocks`, `grid`: `dims` entries each. A block of 0 means one block for each process: ceil(extent / grid) indices.
/// `order`: the order in which the processes of the grid get the ranks 0, 1, 2, ... (tessera_order).
/// `first`: for each dimension the grid coordinate that holds index 0 (ScaLAPACK's RSRC, CSRC). Null: 0.
/// `ranks`: real ranks instead of 0, 1, 2, ..., one for each process in `order`. Null: not used.
TESSERA_API int tessera_mapping_cyclic(int type, int storage, int dims, int64_t const* extents, int64_t const* blocks,
                                       int64_t const* grid, int order, int64_t const* first, int64_t const* ranks,
                                       tessera_mapping** result);

/// Makes a mapping of blocks from numbers, as COSTA's custom layouts.
/// `blocks`: number of blocks of each dimension. `splits[d]`: blocks[d] + 1 ascending indices, from 0 to extents[d]; block k holds
/// the indices from splits[d][k] to splits[d][k + 1].
/// `owners`: the rank of each block of the grid of blocks, row-major (the last dimension varies fastest).
/// A rank may own several blocks if these are all combinations of some blocks of each dimension, as in block-cyclic layouts. Other
/// owners are TESSERA_INVALID, and the error names a block. Cost: the blocks, and the extent of each dimension in which a rank owns
/// several blocks.
TESSERA_API int tessera_mapping_blocks(int type, int storage, int dims, int64_t const* extents, int64_t const* blocks,
                                       int64_t const* const* splits, int64_t const* owners, tessera_mapping** result);

TESSERA_API void tessera_mapping_free(tessera_mapping* mapping);

/// Sets the number of dimensions of the array.
TESSERA_API int tessera_mapping_dims(tessera_mapping const* mapping, int* dims);
/// Sets the extent of each dimension; `extents` has room for all.
TESSERA_API int tessera_mapping_extents(tessera_mapping const* mapping, int64_t* extents);
/// Sets the type of the elements. A type that has no number in tessera_type is TESSERA_BYTES(n).
TESSERA_API int tessera_mapping_type(tessera_mapping const* mapping, int* type);
/// Returns the name of the element type in numpy: "float64", "complex128", "V24" for 24 opaque bytes, ...
TESSERA_API int tessera_mapping_type_name(tessera_mapping const* mapping, char** name);
/// Sets the order of the elements in a rank's memory (tessera_order).
TESSERA_API int tessera_mapping_storage(tessera_mapping const* mapping, int* storage);
/// Sets the number of ranks that a job needs: the largest rank of the mapping plus one.
TESSERA_API int tessera_mapping_ranks(tessera_mapping const* mapping, int64_t* ranks);
/// Sets the number of copies that exist of each element.
TESSERA_API int tessera_mapping_copies(tessera_mapping const* mapping, int64_t* copies);

/// Lists the ranks that hold the element at `index` (one entry per dimension), by number of the copy.
TESSERA_API int tessera_mapping_owners(tessera_mapping const* mapping, int64_t const* index, int64_t capacity, int64_t* ranks,
                                       int64_t* count);
/// Lists the rank of every element, row-major. `copy`: the number of the copy, from 0. Cost: the elements of the array.
TESSERA_API int tessera_mapping_owner_table(tessera_mapping const* mapping, int64_t copy, int64_t capacity, int64_t* ranks,
                                            int64_t* count);

// What one rank holds. A rank that is not in the mapping holds nothing, which is no error. A rank below 0 is TESSERA_INVALID.

/// Sets `holds` to 1 if the rank holds at least one element, else to 0.
TESSERA_API int tessera_mapping_holds(tessera_mapping const* mapping, int64_t rank, int* holds);
/// Sets the number of elements that the rank owns, without shadow planes.
TESSERA_API int tessera_mapping_owned(tessera_mapping const* mapping, int64_t rank, int64_t* count);
/// Sets the number of owned indices of each dimension. All are 0 if the rank holds nothing.
TESSERA_API int tessera_mapping_local_shape(tessera_mapping const* mapping, int64_t rank, int64_t* shape);
/// Sets the distance in elements between adjacent local indices of each dimension in the rank's memory.
TESSERA_API int tessera_mapping_local_strides(tessera_mapping const* mapping, int64_t rank, int64_t* strides);
/// Sets the offset of the first owned element from the start of the rank's allocation. It is not 0 if the array has shadow planes.
TESSERA_API int tessera_mapping_local_start(tessera_mapping const* mapping, int64_t rank, int64_t* offset);
/// Sets the size of the rank's allocation in elements, shadow planes and padding included. It is 0 if the rank holds nothing.
TESSERA_API int tessera_mapping_allocation(tessera_mapping const* mapping, int64_t rank, int64_t* elements);
/// Lists the global indices of dimension `dim` that the rank holds, ascending. Local index k is entry k of the list.
TESSERA_API int tessera_mapping_indices(tessera_mapping const* mapping, int64_t rank, int dim, int64_t capacity, int64_t* indices,
                                        int64_t* count);

/// Sets `same` to 1 if both mappings give every rank the same elements, copies included, else to 0.
TESSERA_API int tessera_mapping_same(tessera_mapping const* a, tessera_mapping const* b, int* same);
/// Returns the mapping as text. `form`: a notation, such as "hpf", "jax", "dtensor" or "scalapack". Null: one line, such as
/// "real8 A(8,8) (block,*) onto P(4)".
TESSERA_API int tessera_mapping_text(tessera_mapping const* mapping, char const* form, char** text);
/// Returns a picture of the owners as an SVG document.
TESSERA_API int tessera_mapping_svg(tessera_mapping const* mapping, char** svg);

// ---- Plans -----------------------------------------------------------------------------------------------------------------

/// The messages that move one or several arrays from one mapping to another. A plan of a job with several remappings has several
/// transitions, one after another. All other plans have one.
typedef struct tessera_plan tessera_plan;

/// The sums over all messages. Elements that stay on their rank count only as kept.
typedef struct tessera_totals {
    int64_t elements;     ///< elements delivered: moved + kept
    int64_t moved;        ///< elements that go to another rank
    int64_t kept;         ///< elements that stay on their rank
    int64_t messages;     ///< between different ranks
    int64_t max_sends;    ///< largest number of messages that one rank sends
    int64_t max_receives; ///< largest number of messages that one rank receives
    int64_t bytes_moved;
} tessera_totals;

/// All elements that one rank sends another in a transition, or keeps if from == to.
typedef struct tessera_message {
    int64_t from;
    int64_t to;
    int64_t elements;
    int64_t bytes;
    int64_t transition; ///< from 0
} tessera_message;

/// Makes the plan from one mapping to another.
/// `copy`: an assignment such as "B(j,i)=A(i,j)" or "B(1:50)=A(100:2:-2)", with the source on the right. The names do not matter;
/// the bounds are those of the arrays. Null: all elements keep their indices. If the source's mapping leaves a sum pending
/// (DTensor's Partial) and the target's does not, the plan adds up.
TESSERA_API int tessera_plan_make(tessera_mapping const* source, tessera_mapping const* target, char const* copy,
                                  tessera_plan** result);
/// Makes the plan of a permutation of dimensions: dimension d of the target is dimension permutation[d] of the source.
TESSERA_API int tessera_plan_transpose(tessera_mapping const* source, tessera_mapping const* target, int const* permutation,
                                       tessera_plan** result);
/// Makes the plan that moves an array from one mapping to another. Texts and `ranks`: see tessera_mapping_parse.
TESSERA_API int tessera_plan_parse(char const* array, char const* from, char const* to, int64_t ranks, tessera_plan** result);
/// Makes the plan of a job: the text of a job file with HPF directives, as the commands read it. `name`: a name for errors, or
/// null. `ranks`: see tessera_mapping_parse.
TESSERA_API int tessera_plan_job(char const* text, char const* name, int64_t ranks, tessera_plan** result);

TESSERA_API void tessera_plan_free(tessera_plan* plan);

/// Sets the number of transitions.
TESSERA_API int tessera_plan_transitions(tessera_plan const* plan, int64_t* count);
/// Makes the plan of one transition alone.
TESSERA_API int tessera_plan_transition(tessera_plan const* plan, int64_t transition, tessera_plan** result);
/// Sets the number of ranks that a job needs: the largest rank of the plan plus one.
TESSERA_API int tessera_plan_ranks(tessera_plan const* plan, int64_t* ranks);

/// Sets the sums over all messages of all transitions. The most sends and receives are those of any one transition.
TESSERA_API int tessera_plan_totals(tessera_plan const* plan, tessera_totals* totals);
/// Lists the messages of a rank: those that it sends, then those that it receives from others, by ascending partner. `rank` -1: all
/// messages, by sender and receiver. Both include the elements that a rank keeps.
TESSERA_API int tessera_plan_messages(tessera_plan const* plan, int64_t rank, int64_t capacity, tessera_message* messages,
                                      int64_t* count);

/// Returns the plan as JSON of schema tessera.redist/1, as `distplan redist --json` prints it.
TESSERA_API int tessera_plan_json(tessera_plan const* plan, char** json);
/// Returns the plan as text for people, as `distplan redist` prints it.
TESSERA_API int tessera_plan_text(tessera_plan const* plan, char** text);

// The next functions describe a plan of one transition. For other plans they return TESSERA_INVALID.

/// Sets the number of arrays that move.
TESSERA_API int tessera_plan_arrays(tessera_plan const* plan, int64_t* count);
/// Make the mapping of an array before and after the move.
TESSERA_API int tessera_plan_source(tessera_plan const* plan, int64_t array, tessera_mapping** result);
TESSERA_API int tessera_plan_target(tessera_plan const* plan, int64_t array, tessera_mapping** result);
/// Returns a picture as an SVG document. `view`: "ownership" (the owners of the first array before and after) or "messages" (the
/// bytes between each pair of ranks). Null: "ownership".
TESSERA_API int tessera_plan_svg(tessera_plan const* plan, char const* view, char** svg);
/// Returns the collective operation that equals the plan, such as "an all-to-all among 8 ranks". Empty if the search is not
/// possible or too expensive.
TESSERA_API int tessera_plan_collective(tessera_plan const* plan, char** text);
/// Sets the largest number of bytes that a rank holds in its parts of the arrays before and after the move together.
TESSERA_API int tessera_plan_peak_bytes(tessera_plan const* plan, int64_t* bytes);

// ---- Schedules and advice --------------------------------------------------------------------------------------------------

/// The machine for which times are predicted: its network, its rates, and which rank runs on which node.
typedef struct tessera_site tessera_site;

/// Makes a site. Each text may be null.
/// `topology`: the network, such as "mesh(4,4)", or the file of a graph (*.json). Null: that of the machine, else a crossbar.
/// `placement`: "row-major", "column-major", "blocked", "random:7" or a file. Null: "row-major".
/// `machine`: the name of a profile that is installed, or the file of one. Null: no times are predicted.
/// A network is checked when the number of ranks is known, by the functions that take the site.
TESSERA_API int tessera_site_make(char const* topology, char const* placement, char const* machine, tessera_site** result);
TESSERA_API void tessera_site_free(tessera_site* site);

// In the next functions a null site is a crossbar whose rates are not known.

/// Returns the steps in which an algorithm sends the messages of a plan of one transition, with link loads and predicted times, as
/// JSON of schema tessera.schedule/1. `algorithm`: "pex", "gen", "coloured", ... Null: "auto", the one that costs least. A schedule
/// of more than 16777216 messages is TESSERA_INVALID.
TESSERA_API int tessera_plan_schedule(tessera_plan const* plan, char const* algorithm, tessera_site const* site, char** json);
/// Returns the figures of all algorithms for a plan of one transition, the fastest first, as JSON of schema tessera.schedules/1.
TESSERA_API int tessera_plan_schedules(tessera_plan const* plan, tessera_site const* site, char** json);

/// Returns the distributions of a program's arrays that cost the least, beside those of the program, as JSON of schema
/// tessera.advice/1, as `distplan advise --json` prints it.
/// `text`, `name`, `ranks`: a job with lines "!dist$ phase", see tessera_plan_job. `site`: must have a machine.
/// `operation`: the seconds of one operation of the phases' work; 0: 1e-9. `memory`: the largest number of bytes of a rank; 0: no
/// limit. `top`: the largest number of answers; 0: 5.
TESSERA_API int tessera_advise(char const* text, char const* name, int64_t ranks, tessera_site const* site, double operation,
                               int64_t memory, int64_t top, char** json);

#ifdef __cplusplus
}
#endif

#endif
