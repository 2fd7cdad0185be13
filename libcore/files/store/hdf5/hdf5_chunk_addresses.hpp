// SPDX-License-Identifier: BSD-3-Clause
// Tessera: open HDF5 datasets and the file offsets of their chunks.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/access/chunk_addresses.hpp"
#include "libcore/files/store/file_extent.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_input.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/io/stored_shape.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// A dataset and its file, open while the object lives.
struct OpenDataset {
    std::string path;
    std::string dataset;
    std::string name;                   ///< "path:dataset", for messages
    std::shared_ptr<Hdf5Input> watched; ///< null: opened with HDF5's own driver
    Hdf5Handle file;                    ///< set if `watched` is null
    Hdf5Handle set;

    [[nodiscard]] static Result<std::shared_ptr<OpenDataset>> open(std::string const& path, std::string const& dataset,
                                                                   bool watched);
};

/// Returns the file offset of the chunk whose first element is at `place`. It makes HDF5 read the chunk and observes the driver.
/// Returns nullopt if the chunk is not stored or HDF5 does not find it. `filters`: bit i is set if filter i was skipped.
[[nodiscard]] std::optional<Index> chunk_address(OpenDataset const& dataset, Hdf5Sizes const& place, std::uint32_t& filters);

/// Returns the stored bytes of a chunk; 0 if it is not stored. Throws if HDF5 fails, because a damaged index does not mean a
/// missing chunk.
[[nodiscard]] Index stored_bytes_of(hid_t set, std::string const& name, Hdf5Sizes const& place);
[[noreturn]] void throw_not_found(OpenDataset const& dataset, Hdf5Sizes const& place);

/// Returns the number of stored chunks. Throws if HDF5 fails.
[[nodiscard]] Index count_of_chunks(OpenDataset const& dataset);

/// File offsets of chunks, by chunk numbers.
class Hdf5Chunks final : public ChunkAddresses {
  public:
    /// The dataset must be opened with `watched`.
    Hdf5Chunks(std::shared_ptr<OpenDataset> dataset, StoredShape const& shape) : dataset_(std::move(dataset)), shape_(shape) {}
    [[nodiscard]] std::optional<Index> address(std::span<Index const> chunk) override;
    [[nodiscard]] std::optional<Index> stored_chunks() override;

  private:
    std::shared_ptr<OpenDataset> dataset_;
    StoredShape shape_;
    bool known_ = false; // the last answer is cached: callers ask for several pieces of a chunk in turn
    Extents chunk_;
    std::optional<Index> address_;
};

/// Returns the byte ranges of the chunks that intersect a box, for a dataset with filters. Opens the file again, because readers of
/// such chunks otherwise need no offsets. Failures throw.
[[nodiscard]] std::vector<FileExtent> hdf5_extents(OpenDataset const& read, StoredShape const& shape, std::span<Run const> box);

} // namespace tessera
