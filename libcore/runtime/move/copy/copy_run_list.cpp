// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy given as a list of contiguous runs.
#include "libcore/runtime/move/copy/copy_run_list.hpp"

#include "libcore/base/require.hpp"

#include <algorithm>
#include <limits>

namespace tessera {

void CopyRunList::add(CopyProgram const& copy, std::size_t array, Index from, Index to) {
    require(!copy.updates(), "CopyRunList copies elements; it does not update them");
    constexpr Index longest = std::numeric_limits<std::uint32_t>::max();
    copy.for_each_contiguous_run([&](Index source, Index target, Index bytes) {
        source += from;
        target += to;
        for (Index length = 0; bytes > 0; bytes -= length, source += length, target += length) {
            length = std::min(bytes, longest);
            CopiedRun* const last = stretches_.empty() ? nullptr : &stretches_.back();
            bool const follows = last != nullptr && last->array == array && last->from + last->bytes == source &&
                                 last->to + last->bytes == target && last->bytes + length <= longest;
            if (follows)
                last->bytes += static_cast<std::uint32_t>(length);
            else
                stretches_.push_back({source, target, static_cast<std::uint32_t>(array), static_cast<std::uint32_t>(length)});
        }
    });
}

} // namespace tessera
