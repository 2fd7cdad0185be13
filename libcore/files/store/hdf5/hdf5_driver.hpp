// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an HDF5 file driver that records the offset of raw data and can leave its transfer to the caller.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"

#include <optional>
#include <string>

namespace tessera {

/// Traffic between HDF5 and a file. It must outlive the file's handle. HDF5 opens a file only once per process, so all watchers of
/// a file must share one object.
///
/// HDF5 1.10 finds the offset of a chunk only by visiting all chunks before it. When it reads or writes a chunk, it knows the
/// offset. The driver therefore records the offset of raw data. With `hides_raw` it transfers no raw data: reads return nothing and
/// writes change nothing. Metadata always pass. A failed write is recorded and reported to HDF5 as success, because HDF5 would
/// otherwise retry until the program ends. The caller checks `failure` after closing.
struct Hdf5Traffic {
    bool hides_raw = false;
    std::optional<Index> raw_address = std::nullopt; ///< offset of the last raw data, from the beginning of the file
    Index raw_bytes = 0;
    int failure = 0; ///< errno of the first failed write; 0: none

    void forget_raw() { raw_address.reset(); }
    /// Throws "writing 'path': No space left on device" if a write failed.
    void check(std::string const& path) const;
};

/// Returns access properties for H5Fopen and H5Fcreate that keep little of the chunk index in memory.
[[nodiscard]] Hdf5Handle frugal_access();

/// Like frugal_access(), with this driver. With `keeps_bytes`, creating a file does not truncate it: bytes that HDF5 does not write
/// remain.
[[nodiscard]] Hdf5Handle watched_access(Hdf5Traffic& traffic, bool keeps_bytes = false);

/// Enlarges the metadata cache of an open file while it lives. It helps copies that look up all objects of the file by path.
class LargerMetadataCache {
  public:
    explicit LargerMetadataCache(hid_t file);
    LargerMetadataCache(LargerMetadataCache const&) = delete;
    LargerMetadataCache& operator=(LargerMetadataCache const&) = delete;
    ~LargerMetadataCache();

  private:
    hid_t file_;
};

} // namespace tessera
