// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, written to its files.
#pragma once

#include "libcore/runtime/copy_files/part_buffer.hpp"
#include "libcore/runtime/copy_files/request_queue.hpp"
#include "libcore/runtime/copy_files/stored_array.hpp"
#include "libcore/runtime/memory_account.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Writes a part to where its elements lie. One rank's; not collective.
class PartWriter {
  public:
    PartWriter(StoredArray const& target, MemoryAccount& account);

    void write(PartBuffer& part);
    /// What was written is on the disk. Throws where it is not.
    void finish();
    [[nodiscard]] RequestCounts counts() const { return counts_; }

  private:
    StoredArray const& target_;
    MemoryAccount::Share lists_;
    PosixFile file_;
    RequestCounts counts_;
};

} // namespace tessera
