// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the resident memory of this process.
#include "libcore/runtime/memory/resident_memory.hpp"

#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace tessera {

namespace {

/// Returns the value of a line of /proc/self/status, such as "VmRSS:     1234 kB", in bytes. 0 if the line is missing.
Index status(std::string_view name) {
    std::ifstream lines("/proc/self/status");
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(name)) return Index{1024} * std::stoll(line.substr(name.size()));
    return 0;
}

/// Resets the peak if the system allows it. Otherwise an earlier peak may count, which is no smaller.
void forget_peak() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

} // namespace

ResidentMemory::ResidentMemory() : start_(status("VmRSS:")) {
    forget_peak();
}

Index ResidentMemory::growth() const {
    return std::max<Index>(status("VmHWM:") - start_, 0);
}

Index ResidentMemory::growth(Communicator const& comm) const {
    return all_sum(comm, growth());
}

} // namespace tessera
