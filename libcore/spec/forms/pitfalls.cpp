// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping as PITFALLS: few families of line segments for each dimension (PITFALLS paper, section 2.3 and Fig. 13).
#include "libcore/sets/pitfalls.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"

#include <fmt/format.h>

namespace tessera::notation {

namespace {

/// Returns whether the next coordinate's FALLS continues the family.
bool continues(TaggedPitfalls const& tagged, Index coord, Falls const& falls) {
    Pitfalls const& family = tagged.family;
    if (tagged.first_processor + family.p != coord) return false;
    Falls const last = family.member(family.p - 1);
    if (falls.length() != last.length() || falls.n != last.n || falls.s != last.s) return false;
    return family.p == 1 ? falls.l > last.l : falls.l - last.l == family.d;
}

/// Returns the families of a dimension. A family joins the k-th FALLS of consecutive coordinates if they are alike and equally
/// spaced.
std::vector<TaggedPitfalls> families_of(DimMapping const& dim) {
    std::vector<TaggedPitfalls> families;
    std::vector<std::size_t> open; // the family that may continue, for each number of a FALLS
    for (Index coord = 0; coord < dim.coords(); ++coord) {
        auto const falls = dim.owned(coord).falls();
        for (std::size_t k = 0; k < falls.size(); ++k) {
            if (k < open.size() && continues(families[open[k]], coord, falls[k])) {
                Pitfalls& family = families[open[k]].family;
                family.d = falls[k].l - family.member(family.p - 1).l;
                ++family.p;
                continue;
            }
            Falls const& one = falls[k];
            families.push_back({coord, {one.l, one.r, one.s, one.n, one.length(), 1}});
            if (open.size() <= k) open.resize(k + 1);
            open[k] = families.size() - 1;
        }
    }
    return families;
}

std::string coordinates_text(TaggedPitfalls const& tagged) {
    Index const last = tagged.first_processor + tagged.family.p - 1;
    return tagged.family.p == 1 ? fmt::format("coordinate {}", last)
                                : fmt::format("coordinates {} to {}", tagged.first_processor, last);
}

} // namespace

Result<std::string> write_pitfalls(Mapping const& mapping) {
    std::string text;
    Extents const& lower = mapping.array().lower;
    for (int d = 0; d < mapping.dims(); ++d) {
        DimMapping const& dim = mapping.dim(d);
        auto const along = mapping.processor_dim(d);
        text += fmt::format("dimension {}, {}:\n", d + 1,
                            along ? fmt::format("{} coordinate{} along dimension {} of {}", dim.coords(),
                                                dim.coords() == 1 ? "" : "s", *along + 1, mapping.spec().processors.name)
                                  : std::string("whole on every rank"));
        for (TaggedPitfalls const& tagged : families_of(dim)) {
            auto const& [l, r, s, n, disp, proc] = tagged.family;
            text += fmt::format("  ({}, {}, {}, {}, {}, {})  {}\n", l + lower[as_size(d)], r + lower[as_size(d)], s, n, disp, proc,
                                coordinates_text(tagged));
        }
    }
    text +=
        "(l, r, str, num, disp, proc): coordinate p of the family has (l:r), (l+str:r+str), ..., num segments, all of them p*disp\n"
        "further on\n";
    return text;
}

} // namespace tessera::notation
