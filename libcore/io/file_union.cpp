// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what at least one of several sections wants, as a set of positions in a file.
#include "libcore/io/file_union.hpp"

#include <algorithm>

namespace tessera {

FileUnion::FileUnion(FileLayout layout, std::span<BoxSet const> sections) : all_(std::move(layout)) {
    for (BoxSet& box : disjoint_boxes(sections)) {
        FileSection part(all_.layout(), std::move(box));
        if (part.empty()) continue; // no chunk of it is stored
        count_ += part.count();
        parts_.push_back(std::move(part));
    }
}

Index FileUnion::count_in(Run positions) const {
    Index count = 0;
    for (FileSection const& part : parts_) count += part.count_in(positions);
    return count;
}

std::optional<Index> FileUnion::first_from(Index position) const {
    std::optional<Index> first;
    for (FileSection const& part : parts_)
        if (auto const found = part.first_from(position); found && (!first || *found < *first)) first = found;
    return first;
}

std::optional<Index> FileUnion::last_below(Index position) const {
    std::optional<Index> last;
    for (FileSection const& part : parts_)
        if (auto const found = part.last_below(position); found && (!last || *found > *last)) last = found;
    return last;
}

Run FileUnion::bounds() const {
    if (empty()) return {};
    return {*first_from(0), *last_below(layout().positions()) + 1};
}

} // namespace tessera
