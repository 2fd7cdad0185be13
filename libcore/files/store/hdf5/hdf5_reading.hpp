// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files opened for reading, even while a SWMR writer has them open.
#pragma once

#include "libcore/files/store/hdf5/hdf5_handle.hpp"

#include <hdf5.h>
#include <string>

namespace tessera {

/// Opens a file for reading, like H5Fopen(); returns a negative number on failure. A file with an active SWMR writer is opened in
/// SWMR mode; is_being_written() then returns true for it. `access`: access properties for H5Fopen().
[[nodiscard]] hid_t open_to_read(std::string const& path, hid_t access);

/// Opens a file with frugal_access(). Throws Hdf5Error, whose text begins with `doing`.
[[nodiscard]] Hdf5Handle open_frugally(std::string const& path, std::string const& doing);

/// While it lives, opening this path with HDF5's own driver returns the open `file`. It has no effect once the path names another
/// file.
class SharedOpenFile {
  public:
    SharedOpenFile(std::string path, hid_t file);
    SharedOpenFile(SharedOpenFile const&) = delete;
    SharedOpenFile& operator=(SharedOpenFile const&) = delete;
    ~SharedOpenFile();

  private:
    hid_t file_;
};

/// Returns whether a SharedOpenFile covers this path.
[[nodiscard]] bool is_shared_open(std::string const& path);

/// Returns whether open_to_read() found the file of this path with an active SWMR writer.
[[nodiscard]] bool is_being_written(std::string const& path);

} // namespace tessera
