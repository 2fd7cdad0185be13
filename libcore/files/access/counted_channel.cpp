// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an open file that counts the requests of this rank.
#include "libcore/files/access/counted_channel.hpp"

namespace tessera {
void CountedChannel::read(Index offset, std::span<iovec> places) const {
    Index const bytes = bytes_of(places); // before the call, which modifies the list
    channel_.read(offset, places);
    ++counts_.reads;
    counts_.bytes_read += bytes;
}

void CountedChannel::write(Index offset, std::span<iovec> places) const {
    Index const bytes = bytes_of(places);
    channel_.write(offset, places);
    ++counts_.writes;
    counts_.bytes_written += bytes;
}

void CountedChannel::read_at(Index offset, std::span<std::byte> data) const {
    channel_.read_at(offset, data);
    ++counts_.reads;
    counts_.bytes_read += static_cast<Index>(data.size());
}

void CountedChannel::write_at(Index offset, std::span<std::byte const> data) const {
    channel_.write_at(offset, data);
    ++counts_.writes;
    counts_.bytes_written += static_cast<Index>(data.size());
}

} // namespace tessera
