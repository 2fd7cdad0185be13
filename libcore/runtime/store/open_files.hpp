// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files of an array, opened when they are needed.
#pragma once

#include "libcore/runtime/access/file_channel.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace tessera {

/// Not more than a few hundred are open at a time, however many there are.
class OpenFiles {
  public:
    /// use: not FileUse::Create.
    OpenFiles(StoredArray const& array, FileUse use) : array_(array), use_(use), files_(array.files.size()) {}

    [[nodiscard]] FileChannel const& file(std::size_t number);
    /// What was written to any of them is on the disk.
    void sync();

  private:
    StoredArray const& array_;
    FileUse use_;
    std::vector<std::unique_ptr<FileChannel>> files_;
    Index open_ = 0;
};

} // namespace tessera
