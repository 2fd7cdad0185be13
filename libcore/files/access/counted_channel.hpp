// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an open file that counts the requests of this rank.
#pragma once

#include "libcore/files/access/file_channel.hpp"

namespace tessera {

/// Requests of one rank, as IoTotals counts them.
struct ChannelCounts {
    Index reads = 0;
    Index writes = 0;
    Index bytes_read = 0;
    Index bytes_written = 0;

    friend bool operator==(ChannelCounts const&, ChannelCounts const&) = default;
};

/// Passes every call on to another channel, and counts successful requests.
class CountedChannel final : public FileChannel {
  public:
    /// `channel` must outlive this.
    explicit CountedChannel(FileChannel& channel) : channel_(channel) {}

    [[nodiscard]] ChannelCounts const& counts() const { return counts_; }

    void read(Index offset, std::span<iovec> places) const override;
    void write(Index offset, std::span<iovec> places) const override;
    void read_at(Index offset, std::span<std::byte> data) const override;
    void write_at(Index offset, std::span<std::byte const> data) const override;
    [[nodiscard]] Index size() const override { return channel_.size(); }
    void resize(Index bytes) override { channel_.resize(bytes); }
    void sync() const override { channel_.sync(); }
    void close() override { channel_.close(); }

  private:
    FileChannel& channel_;
    mutable ChannelCounts counts_; // reading and writing leave the channel itself as it is
};

} // namespace tessera
