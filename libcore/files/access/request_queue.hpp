// SPDX-License-Identifier: BSD-3-Clause
// Tessera: gathers transfers between a file and memory into as few requests as possible.
#pragma once

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/index.hpp"
#include "libcore/files/access/file_channel.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <functional>
#include <sys/uio.h>
#include <vector>

namespace tessera {

/// Number and bytes of requests.
struct RequestCounts {
    Index requests = 0;
    Index bytes = 0; ///< transferred bytes, including unneeded ones
    RequestCounts& operator+=(RequestCounts const& other) {
        requests = saturated_add(requests, other.requests);
        bytes = saturated_add(bytes, other.bytes);
        return *this;
    }
};

/// Longest write request, in bytes. For a longer one Linux looks for memory blocks as long as the request. If memory is in
/// use, this takes longer than writing: for 512 MiB, 0.13 to 3.3 s by 2 MiB, 0.6 to 1.1 s by 512 KiB, but always 0.13 to 0.2 s
/// by 128 KiB (Linux 6.18, ext4).
inline constexpr Index longest_write = Index{128} << 10;

/// One dimension of a box in a file and in memory. Strides are in bytes.
struct RunDim {
    Index count = 1;
    Index file_stride = 0;
    Index memory_stride = 0;
};

/// Calls visit(offset, memory, bytes) for every contiguous run of a box with elements of `bytes` bytes. Dimensions are ordered
/// fastest first, as in the file. A dimension that continues the previous one without a gap is merged with it.
void for_each_run(std::vector<RunDim> dims, Index bytes, Index offset, std::byte* memory,
                  std::function<void(Index offset, std::byte* memory, Index bytes)> const& visit);

/// Gathers runs of bytes, in any order and with any places in memory, into requests. Runs that are adjacent in the file become
/// one request. A read also joins runs at most `largest_gap` bytes apart and reads the bytes between them. A write is split
/// into requests of at most longest_write bytes.
class RequestQueue {
  public:
    enum class Direction { Read, Write };

    /// file: null counts requests without making them. `largest_gap`: 0 for writing.
    RequestQueue(FileChannel const* file, Direction direction, Index largest_gap);

    /// Returns the largest memory of a queue in bytes, including its buffer for gaps.
    [[nodiscard]] static Index memory(Index largest_gap);

    void add(Index offset, std::byte* memory, Index bytes);
    /// Adds the runs of a box; arguments as for for_each_run().
    void add_box(std::vector<RunDim> dims, Index bytes, Index offset, std::byte* memory);
    /// Makes the requests that are still pending. Throws FileFailure if the system fails.
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
