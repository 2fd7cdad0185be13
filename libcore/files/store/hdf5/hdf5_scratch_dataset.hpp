// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a one-chunk dataset in memory, through which HDF5 encodes and decodes chunks.
#pragma once

#include "libcore/files/codec/codec.hpp"
#include "libcore/files/store/hdf5/hdf5_filters.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// Element type and shape of chunks.
struct Hdf5ChunkKind {
    Hdf5Handle type;     ///< element type
    Hdf5Handle settings; ///< dataset creation properties: chunk shape and fill value; its filters are ignored

    [[nodiscard]] Hdf5Sizes chunk() const;
    [[nodiscard]] Index elements() const; ///< elements per chunk
};

/// A dataset in a file that exists only in memory. Failures throw Hdf5Error.
class Hdf5ScratchDataset {
  public:
    /// `settings`: dataset creation properties with a chunk and filters.
    Hdf5ScratchDataset(hid_t type, Hdf5Sizes const& shape, hid_t settings);

    [[nodiscard]] hid_t get() const { return set_.get(); }
    [[nodiscard]] Index file_bytes() const;

  private:
    Hdf5Handle file_;
    Hdf5Handle set_;
};

/// Returns a codec that uses HDF5's nbit or scaleoffset, which no other library has. `filter`: as in the pipeline of such a
/// dataset.
[[nodiscard]] std::shared_ptr<Codec const> hdf5_codec(Hdf5Filter const& filter, Hdf5ChunkKind const& kind);

} // namespace tessera
