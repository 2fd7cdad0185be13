// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a file that is being made does not keep of its originals.
#include "libcore/runtime/store/output_file.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

void OutputFile::lose_notes(ArrayNotes const& wanted, ArrayNotes const& kept, std::string const& whose, std::string const& array) {
    for (std::string const& what : lost_of(wanted, kept)) {
        bool const told = std::ranges::any_of(losses_, [&](Loss const& loss) {
            return loss.what.starts_with(what) && loss.what.find(whose) != std::string::npos &&
                   (loss.array == array || loss.array.empty());
        });
        if (!told) lose({what + whose}, array);
    }
}

void OutputFile::keep_groups(std::vector<GroupNotes> const& groups) {
    for (GroupNotes const& each : made_groups(groups))
        lose_notes({each.attributes}, {kept_of_group(each.path)}, fmt::format(" of the group '{}'", each.path));
}

} // namespace tessera
