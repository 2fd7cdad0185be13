// SPDX-License-Identifier: BSD-3-Clause
// Tessera: slow and broken disks.
#pragma once

#include <sys/types.h>

namespace tessera::shim {

/// Sleeps as long as IO_SHIM_LATENCY_US says: what each request costs before its first byte.
void wait_for_the_disk();
/// From now on another time, in microseconds.
void set_latency(long long microseconds);

/// How many of the bytes [offset, offset + bytes) can be read before the broken place IO_SHIM_BAD_READ (a byte of every watched
/// file); -1, with errno EIO, where it is the first of them.
[[nodiscard]] ssize_t readable(off_t offset, ssize_t bytes);

/// How many can be written before the broken place IO_SHIM_BAD_WRITE (EIO) and below the end of the disk IO_SHIM_DISK_END, the
/// first byte no file may have (ENOSPC); -1 where there is none.
[[nodiscard]] ssize_t writable(off_t offset, ssize_t bytes);

} // namespace tessera::shim
