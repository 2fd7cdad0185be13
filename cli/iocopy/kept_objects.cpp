// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a file holds besides arrays, as far as the target of a copy can hold it.
#include "cli/iocopy/kept_objects.hpp"

#include "cli/common/copy_report.hpp"
#include "libcore/runtime/store/array_format.hpp"

#include <fmt/format.h>
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
    target.keep_dims(from.format->dimensions(from.path));
}

Result<void> check_keeps_all(Arguments const& arguments, FileName const& to, OutputFile const& target) {
    if (!arguments.has("strict") || target.losses().empty()) return {};
    return fail(
        fmt::format("'{}' would not keep {}; without --strict it is made all the same", to.shown(), losses_text(target.losses())));
}

} // namespace tessera::cli
