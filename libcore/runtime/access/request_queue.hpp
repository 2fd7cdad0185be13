// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bytes of a file on their way to or from memory, gathered into as few requests as possible.
#pragma once

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/index.hpp"
#include "libcore/runtime/access/file_channel.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <functional>
#include <sys/uio.h>
#include <vector>

namespace tessera {

/// What was asked of the disk.
struct RequestCounts {
    Index requests = 0;
    Index bytes = 0; ///< touched, with those nobody wanted
    RequestCounts& operator+=(RequestCounts const& other) {
        requests = saturated_add(requests, other.requests);
        bytes = saturated_add(bytes, other.bytes);
        return *this;
    }
};

/// A request to write is at most so many bytes long. For a longer one Linux looks for pieces of memory as long as the request, and
/// where memory is in use that takes longer than to write: of 512 MiB, by 2 MiB 0.13 to 3.3 s, by 512 KiB 0.6 to 1.1, by 128 KiB
/// always 0.13 to 0.2 (Linux 6.18, ext4).
inline constexpr Index longest_write = Index{128} << 10;

/// One dimension of a box that lies in a file and in memory; strides in bytes.
struct RunDim {
    Index count = 1;
    Index file_stride = 0;
    Index memory_stride = 0;
};

/// Calls visit(offset, memory, bytes) for every gapless run of a box whose elements are `bytes` bytes long. Dimensions come fastest
/// first, as the file has them; those that go on where the one before ends become one.
void for_each_run(std::vector<RunDim> dims, Index bytes, Index offset, std::byte* memory,
                  std::function<void(Index offset, std::byte* memory, Index bytes)> const& visit);

/// Runs of bytes may come in any order and go to any place in memory. Those that follow each other in the file become one request;
/// when reading also those that lie at most `largest_gap` bytes apart, with what lies between them; when writing in pieces that the
/// system has memory for at once.
class RequestQueue {
  public:
    enum class Direction { Read, Write };

    /// No file: requests are counted and not made. `largest_gap`: 0 for writing.
    RequestQueue(FileChannel const* file, Direction direction, Index largest_gap);

    /// Memory it holds at most, its buffer for gaps included.
    [[nodiscard]] static Index memory(Index largest_gap);

    void add(Index offset, std::byte* memory, Index bytes);
    /// The runs of a box, as for_each_run() has them.
    void add_box(std::vector<RunDim> dims, Index bytes, Index offset, std::byte* memory);
    /// Makes the requests that are still owed. A failure of the system throws FileFailure.
    void finish();

    [[nodiscard]] RequestCounts const& counts() const { return counts_; }

  private:
    struct Entry {
        Index offset;
        std::byte* memory;
        Index bytes;
    };

    [[nodiscard]] Run gather(std::size_t& next);

    FileChannel const* file_;
    Direction direction_;
    Index largest_gap_;
    std::vector<Entry> entries_;
    std::vector<iovec> places_;
    std::vector<std::byte> gap_;
    RequestCounts counts_;
};

} // namespace tessera
