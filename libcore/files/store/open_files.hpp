// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files of an array, opened on demand.
#pragma once

#include "libcore/files/access/file_channel.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace tessera {

/// Opens files of an array on demand. At most a few hundred are open at a time.
class OpenFiles {
  public:
    /// `use`: not FileUse::Create.
    OpenFiles(StoredArray const& array, FileUse use) : array_(array), use_(use), files_(array.files.size()) {}

    [[nodiscard]] FileChannel const& file(std::size_t number);
    /// Ensures that everything written to the files is on the disk.
    void sync();

  private:
    StoredArray const& array_;
    FileUse use_;
    std::vector<std::unique_ptr<FileChannel>> files_;
    Index open_ = 0;
};

} // namespace tessera
