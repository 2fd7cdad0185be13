// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distributed arrays in memory, read from files and written to files, whatever their format.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/file_copy/room.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// How arrays travel between files and memory.
struct ArrayTransfer {
    Index slab_bytes = Index{64} << 20;            ///< what each rank reads or writes at a time, at least one slab
    std::function<void(Index)> progress = nullptr; ///< called on rank 0 with the bytes of the array done since the last call
};

/// Can a file of this format hold so many arrays? Error: it holds one; names those that hold several. `what`: "read" or "written".
[[nodiscard]] Result<void> check_holds(FileName const& file, std::size_t arrays, std::string_view what);

/// Collective. Reads the array a file holds into this rank's allocation (null where it has none), stored as `layout` says, each
/// rank its own, or, where it is nothing, in the standard layout. Errors: whatever is wrong with the file; a type or extents other
/// than the mapping's array; elements that are not those whose checksum is stored with them; a layout of other elements.
[[nodiscard]] Result<void> read_array(Comm const& comm, FileName const& file, Mapping const& mapping, std::byte* local,
                                      ArrayTransfer const& transfer = {}, std::optional<LocalLayout> const& layout = std::nullopt);

/// One or more arrays on their way into a file, or as many files as their format takes.
class ArrayOutput {
  public:
    struct Array {
        Mapping mapping;
        /// Where it came from, by a map from there: a file of the same format takes attributes and the like from it.
        std::optional<Original> like = std::nullopt;
        /// How this rank stores its part, each its own; nothing: in the standard layout. Files of one rank each get the standard
        /// layout: what the rank owns, and in the shadow planes the ghosts that its layout has there, else zeros.
        std::optional<LocalLayout> layout = std::nullopt;
    };

    /// Collective. Says what can be said before there are data. Errors: the output exists and `force` is false, its directory
    /// does not, several arrays for a format of one, an element type that the format does not know; an earlier run to the same
    /// place was interrupted, and `force` is false; the disk has too little room, and `any_size` is false.
    [[nodiscard]] static Result<ArrayOutput> make(Comm const& comm, FileName const& file, std::span<Array const> arrays, bool force,
                                                  bool any_size = false);

    ArrayOutput(ArrayOutput&&) noexcept;
    ~ArrayOutput(); ///< what has no final name yet is removed

    /// What of the originals is not kept (OutputFile::losses()).
    [[nodiscard]] std::vector<Loss> losses() const;
    /// Before anything was written; on rank 0.
    [[nodiscard]] DiskRoom room() const;
    /// Collective. Writes all arrays under their final names or none. `locals`: this rank's allocation of each, in the order given
    /// to make(). Errors: a layout of other elements. Throws AgreedFailure where the disk or HDF5 fails on any rank.
    [[nodiscard]] Result<void> write(std::span<std::byte const* const> locals, ArrayTransfer const& transfer = {});

  private:
    struct State;
    explicit ArrayOutput(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
