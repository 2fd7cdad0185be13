// SPDX-License-Identifier: BSD-3-Clause
// Tessera: datasets of HDF5 files that are open, and where in the file their chunks lie.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/stored_shape.hpp"
#include "libcore/runtime/access/chunk_places.hpp"
#include "libcore/runtime/store/file_stretch.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/hdf5/hdf5_input.hpp"
#include "libcore/runtime/store/hdf5/hdf5_space.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// A dataset and the file it is in, open as long as somebody reads it.
struct OpenDataset {
    std::string path;
    std::string dataset;
    std::string name;                   ///< of both
    std::shared_ptr<Hdf5Input> watched; ///< null: by HDF5's own driver
    Hdf5Handle file;                    ///< then
    Hdf5Handle set;

    [[nodiscard]] static Result<std::shared_ptr<OpenDataset>> open(std::string const& path, std::string const& dataset,
                                                                   bool watched);
};

/// Asks HDF5, which is watched, for the bytes of the chunk at this place, and sees where it would read them; nothing where they are
/// not stored, or it finds none. `filters`: bit i is set where they have not passed through filter i.
[[nodiscard]] std::optional<Index> chunk_address(OpenDataset const& dataset, Hdf5Sizes const& place, std::uint32_t& filters);

/// How long they are as they are stored; 0: they are not. Throws where HDF5 cannot tell: a damaged index is no missing chunk.
[[nodiscard]] Index stored_bytes_of(hid_t set, std::string const& name, Hdf5Sizes const& place);
[[noreturn]] void throw_not_found(OpenDataset const& dataset, Hdf5Sizes const& place);

/// How many are stored. Throws where HDF5 cannot tell.
[[nodiscard]] Index count_of_chunks(OpenDataset const& dataset);

/// The places of chunks, by their numbers.
class Hdf5Chunks final : public ChunkPlaces {
  public:
    /// The dataset is watched.
    Hdf5Chunks(std::shared_ptr<OpenDataset> dataset, StoredShape const& shape) : dataset_(std::move(dataset)), shape_(shape) {}
    [[nodiscard]] std::optional<Index> address(std::span<Index const> chunk) override;
    [[nodiscard]] std::optional<Index> stored_chunks() override;

  private:
    std::shared_ptr<OpenDataset> dataset_;
    StoredShape shape_;
    bool known_ = false; // the last answer: several pieces of one chunk are asked for in turn
    Extents chunk_;
    std::optional<Index> address_;
};

/// The stored bytes of the chunks that a box meets, of a dataset whose chunks pass through filters. Opens the file once more: who
/// reads such chunks has no need of it else. Failures throw.
[[nodiscard]] std::vector<FileStretch> hdf5_stretches(OpenDataset const& read, StoredShape const& shape, std::span<Run const> box);

} // namespace tessera
