// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies what a file holds besides arrays, as far as the target can hold it.
#include "libcore/files/copy/kept_objects.hpp"

#include "libcore/files/copy/loss_text.hpp"
#include "libcore/files/store/array_format.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace tessera {

bool keeps_objects(FileName const& from, FileName const& to) {
    return from.format == to.format && to.format->capabilities().has_objects;
}

void keep_groups(FileName const& from, FileName const& to, std::vector<std::string> const& left_out, OutputFile& target) {
    if (keeps_objects(from, to)) return;
    std::vector<GroupNotes> groups = from.format->groups(from.path);
    FormatCapabilities const able = to.format->capabilities();
    auto const says_nothing = [](GroupNotes const& group) { return group.attributes.empty() && group.format_specific.empty(); };
    auto const held_left_out = [&](GroupNotes const& group) {
        return std::ranges::any_of(left_out, [&](std::string const& name) { return name.starts_with(group.path + "/"); });
    };
    if (!able.has_groups)
        std::erase_if(
            groups, [&](GroupNotes const& group) { return says_nothing(group) && (!able.holds_several || held_left_out(group)); });
    target.keep_groups(groups);
    target.add_loss(from.format->other_objects(from.path));
    target.keep_dims(from.format->dimensions(from.path));
}

void report_lost_group(ArrayCopySettings& settings) {
    std::string const& old = settings.from.dataset;
    std::string const& name = settings.to.dataset;
    bool const in_group = old.rfind('/') != std::string::npos && old.rfind('/') > 0;
    if (!in_group || !name.starts_with('/') || name == old) return;
    if (settings.whole_file)
        settings.target->add_loss({fmt::format("the group of '{}', which is '{}' now", old, name)}, name);
    else
        settings.notes.push_back(fmt::format("'{}' is called '{}' in '{}', without its group", old, name, settings.to.path));
}

Result<void> check_keeps_all(OptionValues const& given, FileName const& to, OutputFile const& target) {
    if (!given.has("strict") || target.losses().empty()) return {};
    return fail(fmt::format("'{}' would not keep {}; without --strict it is made all the same{}", to.shown(),
                            losses_text(target.losses()), filters_hint(to, target.losses())));
}

Result<void> check_complete(OptionValues const& given, StoredArray const& source) {
    UnstoredChunks const unstored = given.has("complete") ? unstored_chunks(source) : UnstoredChunks{};
    if (unstored.count == 0) return {};
    return fail(fmt::format("'{}': {}; without --complete it is copied all the same", source.name, unstored_text(unstored)));
}

} // namespace tessera
