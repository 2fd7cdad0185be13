// SPDX-License-Identifier: BSD-3-Clause
// Tessera: slow and broken disks.
#pragma once

#include <cstddef>
#include <sys/types.h>

namespace tessera::shim {

/// Sleeps as long as a request of so many bytes takes: IO_SHIM_LATENCY_US before its first byte, IO_SHIM_BYTE_NS for each.
void wait_for_the_disk(std::size_t bytes);
/// From now on other times.
void set_speed(long long latency_us, long long byte_ns);

/// How many of the bytes [offset, offset + bytes) can be read before the broken place IO_SHIM_BAD_READ (a byte of every watched
/// file); -1, with errno EIO, where it is the first of them.
[[nodiscard]] ssize_t readable(off_t offset, ssize_t bytes);

/// How many can be written before the broken place IO_SHIM_BAD_WRITE (EIO) and below the end of the disk IO_SHIM_DISK_END, the
/// first byte no file may have (ENOSPC); -1 where there is none. The process's write number IO_SHIM_KILL_AT_WRITE, from 1, kills it
/// with SIGKILL before a byte of it is written.
[[nodiscard]] ssize_t writable(off_t offset, ssize_t bytes);

/// Turns a bit of the byte IO_SHIM_WRONG_READ of every watched file, where it is among those that were read: a disk that does not
/// give back what was written, and does not say so.
void turn_a_bit(off_t offset, void* data, ssize_t bytes);

/// From now on other places; -1: none.
void set_faults(long long bad_read, long long bad_write, long long disk_end);

} // namespace tessera::shim
