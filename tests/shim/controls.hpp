// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a program can ask of the shim it runs under.
#pragma once

extern "C" {

/// Of all watched files so far: reads, bytes read, writes, bytes written.
void io_shim_counts(long long* counts);

/// From now on each request takes this much longer, whatever IO_SHIM_LATENCY_US said.
void io_shim_latency(long long microseconds);
}
