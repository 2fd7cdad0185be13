// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts about what a copy does not keep of its source, and about chunks that the source does not store.
#include "libcore/files/copy/loss_text.hpp"

#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/store/array_format.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <string_view>

namespace tessera {

std::string losses_text(std::vector<Loss> const& losses) {
    constexpr std::size_t most_named = 10;
    std::vector<std::string> named;
    std::set<std::string_view> seen; // several arrays may have the same loss
    for (Loss const& loss : losses)
        if (seen.insert(loss.what).second && named.size() < most_named) named.push_back(visible_name(loss.what));
    std::string const more =
        seen.size() > named.size() ? fmt::format(", and {} more, which --json lists", seen.size() - named.size()) : "";
    return fmt::format("{}{}", fmt::join(named, ", "), more);
}

std::string filters_hint(FileName const& target, std::vector<Loss> const& losses) {
    bool const some = std::ranges::any_of(losses, [](Loss const& loss) { return loss.what.starts_with(filter_loss); });
    return some && !target.format->capabilities().has_chunks ? "; --chunk none leaves filters out on purpose" : "";
}

std::string unstored_text(UnstoredChunks const& unstored) {
    return fmt::format("{} of {} are not stored: the fill value stands for them", grouped(unstored.count),
                       counted(unstored.all, "chunk"));
}

} // namespace tessera
