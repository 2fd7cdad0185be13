// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a file holds besides arrays, as far as the target of a copy can hold it.
#include "cli/iocopy/kept_objects.hpp"

#include "libcore/runtime/store/array_format.hpp"

#include <utility>
#include <vector>

namespace tessera::cli {

bool keeps_objects(FileName const& from, FileName const& to) {
    return from.format == to.format && to.format->abilities().has_objects;
}

void keep_groups(FileName const& from, FileName const& to, OutputFile& target) {
    if (keeps_objects(from, to)) return;
    std::vector<GroupNotes> groups = from.format->groups(from.path);
    if (!to.format->abilities().holds_several)
        std::erase_if(groups, [](GroupNotes const& group) { return group.attributes.empty() && group.only_here.empty(); });
    target.keep_groups(std::move(groups));
    target.lose(from.format->other_objects(from.path));
}

} // namespace tessera::cli
