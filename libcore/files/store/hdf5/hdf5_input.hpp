// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an HDF5 file for reading, opened once for all readers.
#pragma once

#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/hdf5/hdf5_driver.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_paths.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_survey.hpp"

#include <memory>
#include <optional>
#include <string>

namespace tessera {

/// An open file, shared by all holders. While it is held, opening the file again, with HDF5's driver or ours, reuses the open file
/// and its cached metadata.
class Hdf5Input {
  public:
    explicit Hdf5Input(std::string path);

    [[nodiscard]] hid_t watched() const { return watched_.get(); } ///< file handle whose traffic goes to traffic()
    [[nodiscard]] Hdf5Traffic& traffic() { return traffic_; }
    [[nodiscard]] Hdf5Paths const& paths() const { return paths_; }
    /// Returns the file for reading bytes at known offsets. Opens it on first use.
    [[nodiscard]] PosixFile const& bytes();
    /// Opens the file with HDF5's own driver too, and keeps it open.
    void keep_open(std::string const& path);
    /// Returns the list of its objects; null before keep_open().
    [[nodiscard]] std::shared_ptr<Hdf5Survey const> survey();

  private:
    std::string path_;
    Hdf5Traffic traffic_;
    Hdf5Handle watched_;
    Hdf5Handle plain_;
    std::optional<SharedOpenFile> shared_;
    std::shared_ptr<Hdf5Survey const> survey_;
    Hdf5Paths paths_;
    std::optional<PosixFile> bytes_;
};

/// Returns the open file, which all readers must share: HDF5 sends all traffic of a file to its first watcher. Throws Hdf5Error if
/// it cannot be opened.
[[nodiscard]] std::shared_ptr<Hdf5Input> hdf5_input(std::string const& path);

/// Returns the surveyed dataset of a file that is kept open. Returns nullopt for other files and for paths that are links.
[[nodiscard]] std::optional<SurveyedDataset> surveyed_dataset(std::string const& path, std::string const& dataset);

/// What a file holds, listed once while it is kept open. Throws Hdf5Error; where the file cannot be opened it begins with `doing`.
[[nodiscard]] std::shared_ptr<Hdf5Survey const> hdf5_survey(std::string const& path, std::string const& doing);

} // namespace tessera
