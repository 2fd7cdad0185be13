// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files of an array, opened when they are needed.
#pragma once

#include "libcore/runtime/copy_files/stored_array.hpp"
#include "libcore/runtime/files/posix_file.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera {

/// Not more than a few hundred are open at a time, however many there are.
class OpenFiles {
  public:
    enum class Purpose { Read, Write };
    OpenFiles(StoredArray const& array, Purpose purpose) : array_(array), purpose_(purpose), files_(array.files.size()) {}

    [[nodiscard]] PosixFile const& file(std::size_t number);
    /// What was written to any of them is on the disk.
    void sync();

  private:
    StoredArray const& array_;
    Purpose purpose_;
    std::vector<std::optional<PosixFile>> files_;
    Index open_ = 0;
};

} // namespace tessera
