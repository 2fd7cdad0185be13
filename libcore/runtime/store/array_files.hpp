// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distributed arrays read from files and written to files, whatever their format.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/file_name.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Called on rank 0 with the bytes of files done since the last call.
using FileProgress = std::function<void(Index)>;

/// Collective. Reads the array a file holds into this rank's allocation (null where it has none), in its standard layout.
/// Errors: whatever is wrong with the file; a type or extents other than the mapping's array.
[[nodiscard]] Result<void> read_array(Comm const& comm, FileName const& file, Mapping const& mapping, std::byte* local,
                                      FileProgress const& progress = nullptr);

/// One or more arrays on their way into a file (HDF5: any number; local files: a manifest for each; npy and raw: one).
class ArrayOutput {
  public:
    /// An array to write, and this rank's allocation of it in its standard layout.
    struct Stored {
        Mapping const* mapping = nullptr;
        std::byte const* local = nullptr;
        /// Where the array came from: an HDF5 dataset gets the attributes of another.
        std::optional<FileName> like = std::nullopt;
    };

    /// Collective. Says what can be said before there are data. Errors: the output exists and `force` is false, its directory
    /// does not, several arrays for a format of one, an element type that the format does not know.
    [[nodiscard]] static Result<ArrayOutput> make(Comm const& comm, FileName const& file, std::span<Mapping const> arrays,
                                                  bool force);

    ArrayOutput(ArrayOutput&&) noexcept;
    ~ArrayOutput();

    /// Collective. Writes all arrays, in the order given to make(), under their final names or none.
    /// Throws AgreedFailure where the disk or HDF5 fails on any rank.
    [[nodiscard]] Result<void> write(std::span<Stored const> arrays, FileProgress const& progress = nullptr);

  private:
    struct State;
    explicit ArrayOutput(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
