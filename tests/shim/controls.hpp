// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a program can ask of the shim it runs under.
#pragma once

extern "C" {

/// Of all watched files so far: reads, bytes read, writes, bytes written.
void io_shim_counts(long long* counts);

/// From now on a request takes these microseconds longer, and these nanoseconds for each of its bytes.
void io_shim_speed(long long latency_us, long long byte_ns);

/// From now on the disk is broken at these bytes of every watched file, and ends there; -1: nowhere (faults.hpp).
void io_shim_faults(long long bad_read, long long bad_write, long long disk_end);
}
