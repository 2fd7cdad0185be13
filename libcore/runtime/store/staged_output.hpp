// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an output that appears complete under its name, or not at all.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <string>

namespace tessera {

/// A file being written as ".name.tmp-<pid>" beside where it will be. Unless it is committed, it is removed again.
class StagedOutput {
  public:
    /// Collective. Errors: the directory does not exist; the file exists and `force` is false; it is a directory.
    [[nodiscard]] static Result<StagedOutput> make(Comm const& comm, std::string path, bool force);

    StagedOutput(StagedOutput&& other) noexcept;
    StagedOutput& operator=(StagedOutput&&) = delete;
    ~StagedOutput();

    [[nodiscard]] std::string const& path() const { return path_; }           ///< the final name
    [[nodiscard]] std::string const& temporary() const { return temporary_; } ///< where to write

    /// Collective, after every rank has closed the file: it is flushed to the disk and renamed, replacing what was there.
    void commit();

  private:
    StagedOutput(Comm const& comm, std::string path, std::string temporary);

    Comm const* comm_;
    std::string path_;
    std::string temporary_; // empty once committed, or moved from
};

/// Errors: its directory does not exist; it exists and `force` is false; it is a directory.
[[nodiscard]] Result<void> check_output_place(std::string const& path, bool force);

/// The directory of a path, "." where it names none.
[[nodiscard]] std::string directory_of(std::string const& path);
/// ".name.tmp-<tag>" in the same directory.
[[nodiscard]] std::string temporary_name(std::string const& path, long tag);

} // namespace tessera
