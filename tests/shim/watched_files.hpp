// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files a shimmed program reads and writes, and how often.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace tessera::shim {

/// What happened to one file. Threads of the program may count at the same time.
struct FileCounts {
    std::string path;
    std::atomic<std::int64_t> reads{0};
    std::atomic<std::int64_t> bytes_read{0};
    std::atomic<std::int64_t> writes{0};
    std::atomic<std::int64_t> bytes_written{0};
    std::atomic<std::int64_t> syncs{0};
};

/// Called for every descriptor the program opens: it is watched if its real path begins with IO_SHIM_PREFIX.
void watch(int descriptor);
/// The descriptor is closed; the counts of its file stay.
void forget(int descriptor);
/// The file behind a descriptor, or null where it is not watched.
[[nodiscard]] FileCounts* watched(int descriptor);
/// The folder behind a descriptor, if its real path begins with IO_SHIM_PREFIX, is to be synced: its names become a line of the
/// file
/// "<IO_SHIM_NAMES>.<pid>". Of names that are new in a line, a crash in this moment keeps any and loses the others.
void note_names(int descriptor);
/// The sum over all files so far, those that are closed too.
void add_up(FileCounts& sum);

} // namespace tessera::shim
