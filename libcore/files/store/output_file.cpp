// SPDX-License-Identifier: BSD-3-Clause
// Tessera: losses of files in the making, compared with their originals.
#include "libcore/files/store/output_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace tessera {

namespace {

/// Returns whether the text after a loss refers to `whose`, or to this array if `whose` is empty. The file and other arrays may
/// have lost the same thing.
bool is_of(std::string_view text, std::string_view whose, std::string_view array) {
    auto const holds = [text](std::string_view words) { return text.find(words) != std::string_view::npos; };
    if (!whose.empty()) return holds(whose);
    std::string_view const name = array.substr(array.starts_with('/') ? 1 : 0);
    bool const of_an_array = holds(" of '");
    bool const of_this_array = holds(fmt::format(" of '{}'", name)) || holds(fmt::format(" of '/{}'", name));
    return !holds(" of the ") && (!of_an_array || of_this_array);
}

} // namespace

void OutputFile::lose_notes(ArrayNotes const& wanted, ArrayNotes const& kept, std::string const& whose, std::string const& array) {
    for (std::string const& what : lost_of(wanted, kept)) {
        bool const told = std::ranges::any_of(losses_, [&](Loss const& loss) {
            return loss.what.starts_with(what) && (loss.array == array || loss.array.empty()) &&
                   is_of(std::string_view(loss.what).substr(what.size()), whose, array);
        });
        if (!told) add_loss({what + whose}, array);
    }
}

std::vector<GroupNotes> OutputFile::groups_in_names(std::vector<GroupNotes> groups, std::span<std::string const> arrays) {
    for (GroupNotes& group : groups) {
        add_loss(std::move(group.format_specific));
        bool const seen =
            std::ranges::any_of(arrays, [&](std::string const& array) { return array.starts_with(group.path + "/"); });
        if (!seen) add_loss({fmt::format("the group '{}'", group.path)});
    }
    return groups;
}

void OutputFile::keep_groups(std::vector<GroupNotes> const& groups) {
    for (GroupNotes const& each : made_groups(groups))
        lose_notes({each.attributes}, {kept_of_group(each.path)}, fmt::format(" of the group '{}'", each.path));
}

} // namespace tessera
