// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files opened to read, also while their writer has them open for readers.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <hdf5.h>
#include <string>

namespace tessera {

/// Opens a file to read, as H5Fopen() does: negative where it fails. One that its writer keeps open for such readers (SWMR) is
/// opened as that needs it, and is_being_written() from then on. `access`: the settings of H5Fopen().
[[nodiscard]] hid_t open_to_read(std::string const& path, hid_t access);

/// The same with little memory for metadata (frugal_access()). Throws Hdf5Error, which begins with `doing`.
[[nodiscard]] Hdf5Handle open_frugally(std::string const& path, std::string const& doing);

/// As long as it lives, whoever opens this path to read by HDF5's own driver gets `file`, which is open so, unless the path has
/// come to name another file.
class SharedOpenFile {
  public:
    SharedOpenFile(std::string path, hid_t file);
    SharedOpenFile(SharedOpenFile const&) = delete;
    SharedOpenFile& operator=(SharedOpenFile const&) = delete;
    ~SharedOpenFile();

  private:
    hid_t file_;
};

/// Is a file of this path open for all?
[[nodiscard]] bool is_shared_open(std::string const& path);

/// Was a file of this path found so?
[[nodiscard]] bool is_being_written(std::string const& path);

} // namespace tessera
