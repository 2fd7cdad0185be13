// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of a new file, in formats that offer a choice.
#include "libcore/files/store/new_file_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace tessera {

std::string describe(NewFileLayout const& layout) {
    std::vector<std::string> said;
    if (!layout.oldest.empty()) said.push_back(fmt::format("versions {} to {}", layout.oldest, layout.newest));
    if (layout.alignment > 0) said.push_back(fmt::format("aligned {} from {}", layout.alignment, layout.align_from));
    if (layout.page > 0) said.push_back(fmt::format("pages of {}", layout.page));
    if (!layout.user_block.empty()) said.push_back(fmt::format("behind {}", layout.user_block));
    return fmt::format("{}", fmt::join(said, ", "));
}

} // namespace tessera
