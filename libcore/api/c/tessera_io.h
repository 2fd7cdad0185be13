// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the C interface for copies between files. Link with libtessera_io.
//
// The conventions of tessera.h and tessera_mpi.h hold here too.
#ifndef TESSERA_IO_H
#define TESSERA_IO_H

#include <tessera_mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Functions of the caller that a copy calls. Begin with TESSERA_COPY_CALLBACKS, so that later versions may add members. They may
/// call no function of Tessera.
typedef struct tessera_copy_callbacks {
    size_t size; ///< sizeof(tessera_copy_callbacks)
    void* data;  ///< first argument of the functions
    /// Called on rank 0 with the bytes that are done, of all bytes of a pass (reading, verifying, ...). Null: not called.
    void (*progress)(void* data, char const* pass, int64_t done, int64_t of);
    /// Called on every rank from time to time. The copy stops if it returns 1 on any rank. Null: nothing stops the copy.
    int (*stop)(void* data);
} tessera_copy_callbacks;
#define TESSERA_COPY_CALLBACKS                                                                                                     \
    { sizeof(tessera_copy_callbacks), NULL, NULL, NULL }

/// The outcome of a copy, the same on all ranks.
typedef struct tessera_copy_outcome {
    int64_t bytes_copied; ///< bytes of elements; 0 if the format copied the file by itself
    double seconds;
    int stopped; ///< 1: stopped by the caller; the same call with the option "resume" continues it
    int wrong;   ///< 1: a verification found a difference, so the target did not get its name
    int damaged; ///< 1: the source could not give all elements
    int lossy;   ///< 1: the target does not keep everything of the source
} tessera_copy_outcome;

/// Copies an array or a whole file, as `iocopy SOURCE TARGET` does: between HDF5, netCDF, Zarr, npy, safetensors and raw files, out
/// of core, with chunks, compression and metadata.
/// `source`, `target`: names such as "a.h5:/x" and "b.zarr". Without names of arrays the whole file is copied.
/// `options`: `count` options of iocopy without dashes: "chunk=64,4096", "memory=64MiB", "force". Null with count 0: none.
/// `callbacks`: may be null.
/// `report`: what the outcome means, a line for each fact: "wrong: ...", "damaged: ...", "lost: ..." or "note: ...". Null: not
/// wanted. A target is complete or absent. An existing target is kept, unless the option "force" is given;
/// with the option "resume" one that is complete and no older than the source is no error. Collective.
TESSERA_API int tessera_file_copy(char const* source, char const* target, char const* const* options, int64_t count, MPI_Comm comm,
                                  tessera_copy_callbacks const* callbacks, tessera_copy_outcome* outcome, char** report);
TESSERA_API int tessera_file_copy_f(char const* source, char const* target, char const* const* options, int64_t count,
                                    MPI_Fint comm, tessera_copy_callbacks const* callbacks, tessera_copy_outcome* outcome,
                                    char** report);

#ifdef __cplusplus
}
#endif

#endif
