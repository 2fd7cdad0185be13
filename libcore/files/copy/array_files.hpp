// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads and writes distributed arrays in files of any format.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/disk_space.hpp"
#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Options of a transfer between files and memory.
struct ArrayTransfer {
    Index slab_bytes = Index{64} << 20;            ///< bytes that each rank reads or writes at a time; at least one slab
    std::function<void(Index)> progress = nullptr; ///< called on rank 0 with the bytes of the array moved since the last call
};

/// Checks that a file of this format can hold `arrays` arrays. Error: it holds only one; the message lists formats that hold
/// several. `what`: "read" or "written".
[[nodiscard]] Result<void> check_holds(FileName const& file, std::size_t arrays, std::string_view what);

/// Collective. Reads the array of a file into this rank's allocation `local` (null if the rank holds nothing). `layout`: this
/// rank's storage; nothing: the standard layout. Errors: the file is invalid; its type or extents differ from the mapping's array;
/// the elements do not match the stored checksum; the layout is for other elements.
[[nodiscard]] Result<void> read_array(Communicator const& comm, FileName const& file, Mapping const& mapping, std::byte* local,
                                      ArrayTransfer const& transfer = {}, std::optional<LocalLayout> const& layout = std::nullopt);

/// Writes one or more arrays to a file, or to several files if the format needs them.
class ArrayOutput {
  public:
    struct Array {
        Mapping mapping;
        /// The array it was made from, with the map from there. A file of the same format takes attributes and similar metadata
        /// from it.
        std::optional<Original> copied_from = std::nullopt;
        /// This rank's storage; nothing: the standard layout. Formats with one file per rank always store the standard layout: the
        /// owned elements, and in shadow planes the ghosts that this layout also has, else zeros.
        std::optional<LocalLayout> layout = std::nullopt;
        std::string format_version = {}; ///< format version (NewArray::format_version); those of a file's arrays are equal
    };

    /// Collective. Checks everything that can be checked without data. Errors: the output exists and `force` is false; its
    /// directory does not exist; several arrays for a format that holds one; the format does not know an element type; an earlier
    /// run to the same place was interrupted and `force` is false; the disk has too little room and `any_size` is false.
    [[nodiscard]] static Result<ArrayOutput> make(Communicator const& comm, FileName const& file, std::span<Array const> arrays,
                                                  bool force, bool any_size = false);

    ArrayOutput(ArrayOutput&&) noexcept;
    ~ArrayOutput(); ///< removes files that have no final name yet

    /// Returns what the files do not keep of the originals (OutputFile::losses()).
    [[nodiscard]] std::vector<Loss> losses() const;
    /// Returns the disk room before the first write; on rank 0.
    [[nodiscard]] DiskSpace room() const;
    /// Collective. Writes all arrays; files get their final names only after all are written. `locals`: this rank's allocation of
    /// each array, in the order given to make(). Errors: a layout is for other elements. Throws AgreedFailure if the disk or HDF5
    /// fails on any rank.
    [[nodiscard]] Result<void> write(std::span<std::byte const* const> locals, ArrayTransfer const& transfer = {});

  private:
    struct State;
    explicit ArrayOutput(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
