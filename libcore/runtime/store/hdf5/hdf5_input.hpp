// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an HDF5 file that is read, opened once for all who read it.
#pragma once

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/store/hdf5/hdf5_driver.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/hdf5/hdf5_paths.hpp"
#include "libcore/runtime/store/hdf5/hdf5_reading.hpp"
#include "libcore/runtime/store/hdf5/hdf5_survey.hpp"

#include <memory>
#include <optional>
#include <string>

namespace tessera {

/// Open as long as somebody has it. Who opens it again meanwhile, by HDF5's own driver or through ours, finds it open and what was
/// read of it in memory.
class Hdf5Input {
  public:
    explicit Hdf5Input(std::string path);

    [[nodiscard]] hid_t watched() const { return watched_.get(); } ///< its traffic goes to traffic()
    [[nodiscard]] Hdf5Traffic& traffic() { return traffic_; }
    [[nodiscard]] Hdf5Paths const& paths() const { return paths_; }
    /// The same file, for bytes whose place is known. Opened when it is first wanted.
    [[nodiscard]] PosixFile const& bytes();
    /// From now on HDF5's own driver has it open, too.
    void keep_open(std::string const& path);
    /// What it holds; null unless keep_open() holds it.
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

/// The file, open already or not. HDF5 sends all traffic of a file to the first who watched it, so that all have to share one.
/// Throws Hdf5Error where it cannot be opened.
[[nodiscard]] std::shared_ptr<Hdf5Input> hdf5_input(std::string const& path);

/// The dataset of a file that is kept open and was surveyed; nothing of another one, and where a link leads to it.
[[nodiscard]] std::optional<SurveyedSet> surveyed_set(std::string const& path, std::string const& dataset);

/// What a file holds, listed once while it is kept open. Throws Hdf5Error; where the file cannot be opened it begins with `doing`.
[[nodiscard]] std::shared_ptr<Hdf5Survey const> hdf5_survey(std::string const& path, std::string const& doing);

} // namespace tessera
