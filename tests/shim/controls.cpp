// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a program can ask of the shim it runs under.
#include "tests/shim/controls.hpp"

#include "tests/shim/faults.hpp"
#include "tests/shim/watched_files.hpp"

extern "C" {

void io_shim_counts(long long* counts) {
    tessera::shim::FileCounts sum;
    tessera::shim::add_up(sum);
    counts[0] = sum.reads;
    counts[1] = sum.bytes_read;
    counts[2] = sum.writes;
    counts[3] = sum.bytes_written;
}

void io_shim_speed(long long latency_us, long long byte_ns) {
    tessera::shim::set_speed(latency_us, byte_ns);
}

void io_shim_faults(long long bad_read, long long bad_write, long long disk_end) {
    tessera::shim::set_faults(bad_read, bad_write, disk_end);
}
}
