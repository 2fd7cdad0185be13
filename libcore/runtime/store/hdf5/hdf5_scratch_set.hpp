// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dataset of one chunk in memory, through which HDF5 encodes and decodes chunks for others.
#pragma once

#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/store/hdf5/hdf5_filters.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/hdf5/hdf5_space.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// What chunks are made of.
struct Hdf5ChunkKind {
    Hdf5Handle type;     ///< of an element
    Hdf5Handle settings; ///< of a dataset: the chunk's shape, the fill value; its filters count for nothing

    [[nodiscard]] Hdf5Sizes chunk() const;
    [[nodiscard]] Index elements() const; ///< of a chunk
};

/// In a file that is nowhere but in memory. Failures throw Hdf5Error.
class Hdf5ScratchSet {
  public:
    /// `settings`: of its creation, with a chunk and filters.
    Hdf5ScratchSet(hid_t type, Hdf5Sizes const& shape, hid_t settings);

    [[nodiscard]] hid_t get() const { return set_.get(); }
    [[nodiscard]] Index file_bytes() const;

  private:
    Hdf5Handle file_;
    Hdf5Handle set_;
};

/// HDF5's own nbit or scaleoffset, of which there is no other library: `filter` as a dataset of this kind has it.
[[nodiscard]] std::shared_ptr<Codec const> hdf5_codec(Hdf5Filter const& filter, Hdf5ChunkKind const& kind);

} // namespace tessera
