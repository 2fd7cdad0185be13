// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files opened through our own eyes: where raw data lie is noted, and the data themselves are ours to move.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <optional>
#include <string>

namespace tessera {

/// What passes between HDF5 and a file. It must outlive the file's handle. HDF5 opens a file once, however often it is asked to:
/// who watches a file shares it with the others who do.
///
/// HDF5 1.10 tells the place of a chunk only by walking over all chunks in front of it; but when asked to read or write one, it
/// knows. So a driver notes the place and, while `hides_raw`, leaves the bytes alone: reading gives nothing, writing changes
/// nothing. Metadata always pass. A write that the system refuses is noted too, and HDF5 is told that all went well: it would try
/// again until the program ends. The caller looks at `failure` after closing.
struct Hdf5Traffic {
    bool hides_raw = false;
    std::optional<Index> raw_address = std::nullopt; ///< of the last raw data, from the beginning of the file
    Index raw_bytes = 0;
    int failure = 0; ///< errno of the first write that failed; 0: none

    void forget_raw() { raw_address.reset(); }
    /// Throws "writing 'path': No space left on device" where a write failed.
    void check(std::string const& path) const;
};

/// File access, for H5Fopen and H5Fcreate, that keeps little of the index of chunks in memory.
[[nodiscard]] Hdf5Handle frugal_access();

/// The same through the driver. A file is created without being cut first where `keeps_bytes`: what HDF5 does not write stays as it
/// is.
[[nodiscard]] Hdf5Handle watched_access(Hdf5Traffic& traffic, bool keeps_bytes = false);

/// While it lives, more of the groups and headers of a file that is open so are kept in memory: all its objects are looked for,
/// again and again from its root on.
class MuchMetadata {
  public:
    explicit MuchMetadata(hid_t file);
    MuchMetadata(MuchMetadata const&) = delete;
    MuchMetadata& operator=(MuchMetadata const&) = delete;
    ~MuchMetadata();

  private:
    hid_t file_;
};

} // namespace tessera
