// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the shim, seen from a program that may run under it or not.
#pragma once

#include "libcore/io/io_plan.hpp"
#include "tests/shim/controls.hpp"

#include <array>
#include <dlfcn.h>

namespace tessera::shim {

/// Null where the shim is not preloaded.
template <class Function>
Function* control(char const* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

[[nodiscard]] inline bool is_loaded() {
    return control<void(long long*)>("io_shim_counts") != nullptr;
}

/// Requests and bytes so far, on this rank; nothing else is set. Precondition: is_loaded().
[[nodiscard]] inline IoTotals counted() {
    std::array<long long, 4> counts{};
    control<void(long long*)>("io_shim_counts")(counts.data());
    IoTotals totals;
    totals.reads = counts[0];
    totals.bytes_read = counts[1];
    totals.writes = counts[2];
    totals.bytes_written = counts[3];
    return totals;
}

/// Precondition: is_loaded().
inline void set_speed(long long latency_us, long long byte_ns = 0) {
    control<void(long long, long long)>("io_shim_speed")(latency_us, byte_ns);
}

/// Precondition: is_loaded().
inline void set_faults(long long bad_read, long long bad_write, long long disk_end) {
    control<void(long long, long long, long long)>("io_shim_faults")(bad_read, bad_write, disk_end);
}

} // namespace tessera::shim
