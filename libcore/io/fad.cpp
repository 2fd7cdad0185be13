// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file access descriptor: the sections of a file that the ranks of a group access (Thakur 6.3.1).
#include "libcore/io/fad.hpp"

#include "libcore/base/require.hpp"

#include <algorithm>

namespace tessera {

namespace {

std::vector<BoxSet> sections_of(std::vector<RankSection> const& all) {
    std::vector<BoxSet> sections;
    sections.reserve(all.size());
    for (RankSection const& one : all) sections.push_back(one.section);
    return sections;
}

} // namespace

Fad::Fad(FileLayout layout, std::vector<RankSection> sections) : wanted_(std::move(layout), sections_of(sections)) {
    std::ranges::sort(sections, {}, &RankSection::rank);
    require(std::ranges::adjacent_find(sections, {}, &RankSection::rank) == sections.end(),
            "Fad expects one section for each rank");
    auto const differs = [&](RankSection const& one) { return one.section != sections.front().section; };
    common_ = sections.size() >= 2 && !sections.front().section.empty() && std::ranges::none_of(sections, differs);
    members_.reserve(sections.size());
    for (RankSection& one : sections) {
        members_.push_back({one.rank, FileSection(wanted_.layout(), std::move(one.section))});
        demanded_ += members_.back().section.count();
    }
}

Fad::Member const* Fad::member(Rank rank) const {
    auto const found = std::ranges::lower_bound(members_, rank, {}, &Member::rank);
    return found != members_.end() && found->rank == rank ? &*found : nullptr;
}

} // namespace tessera
