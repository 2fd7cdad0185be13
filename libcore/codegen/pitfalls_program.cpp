// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a generated program that redistributes an array, by PITFALLS (PITFALLS paper, section 3).
#include "libcore/base/try.hpp"
#include "libcore/codegen/detail/redistribution.hpp"
#include "libcore/codegen/redist_program.hpp"
#include "libcore/redist/methods/pitfalls_factor.hpp"

#include <fmt/format.h>

namespace tessera {

namespace detail {

namespace {

/// Adds the real ranks by virtual number, and the conversion of a virtual number to coordinates.
void add_group(ProgramWords& words, std::string const& name, Mapping const& mapping) {
    Extents extents;
    Extents steps;
    for (int const d : levels_of(mapping.array())) {
        auto const p = mapping.processor_dim(d);
        extents.push_back(p ? mapping.grid().extents()[as_size(*p)] : 1);
        Index step = 1;
        for (int later = p ? *p + 1 : mapping.grid().dims(); later < mapping.grid().dims(); ++later)
            step *= mapping.grid().extents()[as_size(later)];
        steps.push_back(step);
    }
    std::vector<std::string> ranks;
    for (Index v = 0; v < mapping.grid().size(); ++v) ranks.push_back(fmt::to_string(mapping.grid().rank(v)));
    words[name + "_ranks"] = listed(ranks);
    words[name + "_extents"] = listed(extents);
    words[name + "_steps"] = listed(steps);
}

/// Returns the number of elements that the families before this one give the first of its coordinates: the begin of its elements in
/// local memory. (Only the partial last block, of a single coordinate, follows another family.)
Index places_before(std::vector<TaggedPitfalls> const& all, std::size_t which) {
    Index const coord = all[which].first_processor;
    Index places = 0;
    for (std::size_t i = 0; i < which; ++i)
        if (all[i].first_processor <= coord && coord < all[i].first_processor + all[i].family.p)
            places += all[i].family.member(0).count();
    return places;
}

/// Returns the closed form of one side, one line per PITFALLS.
std::string pitfalls_text(RedistPlan const& plan, ProgramLanguage language, std::string const& name,
                          std::vector<TaggedPitfalls> PitfallsPair::*side) {
    bool const cpp = language == ProgramLanguage::Cpp;
    std::vector<std::string> values;
    std::size_t level = cpp ? 0 : 1;
    for (int const d : levels_of(plan.source().array())) {
        std::vector<TaggedPitfalls> const all = (*pitfalls_of(plan.factors()[as_size(d)])).*side;
        for (std::size_t i = 0; i < all.size(); ++i) {
            Pitfalls const& f = all[i].family;
            std::vector<std::string> numbers;
            for (Index const number : {all[i].first_processor, f.p, f.d}) numbers.push_back(number_text(language, number));
            std::vector<std::string> falls;
            for (Index const number : {f.l, f.r, f.s, f.n, places_before(all, i)}) falls.push_back(number_text(language, number));
            values.push_back(
                fmt::format("{}, {}, {}{}{}", level, listed(numbers), cpp ? "{" : "falls(", listed(falls), cpp ? "}" : ")"));
        }
        ++level;
    }
    return structures(language, name, "pitfalls", values);
}

Result<void> check_closed_form(RedistPlan const& plan) {
    if (auto const can = check_remapping(plan); !can) return can;
    for (std::size_t d = 0; d < plan.factors().size(); ++d)
        if (!pitfalls_of(plan.factors()[d]))
            return fail(
                fmt::format("PITFALLS describe dimensions that are block, cyclic(m) or *, aligned one to one, and dimension {} "
                            "is not: --kind redist takes any mapping",
                            d + 1));
    for (Mapping const* mapping : {&plan.source(), &plan.target()}) {
        Index coordinates = 1;
        for (int d = 0; d < mapping->dims(); ++d)
            coordinates *= mapping->processor_dim(d) ? mapping->grid().extents()[as_size(*mapping->processor_dim(d))] : 1;
        if (coordinates != mapping->grid().size())
            return fail("PITFALLS describe arrays without copies, on all of their processors: --kind redist takes any mapping");
    }
    return {};
}

Result<ProgramPiece> pitfalls_piece(RedistPlan const& plan, ProgramLanguage language) {
    TRY(check_closed_form(plan));
    ProgramWords words = redistribution_words(plan, language);
    add_group(words, "source", plan.source());
    add_group(words, "target", plan.target());
    words["source_pitfalls"] = pitfalls_text(plan, language, "source_pitfalls", &PitfallsPair::source);
    words["target_pitfalls"] = pitfalls_text(plan, language, "target_pitfalls", &PitfallsPair::target);
    ProgramBody body = assembled(
        language,
        {&element_pattern, &families_pattern, &boxes_pattern, &pitfalls_pattern, &exchange_pattern, &redistribution_pattern},
        words);
    return ProgramPiece{redistribution_frame(plan, "pitfalls",
                                             "GroupSend and GroupRecv of Ramaswamy and Banerjee, Automatic Generation of Efficient "
                                             "Array Redistribution Routines (1994), section 3."),
                        std::move(body)};
}

} // namespace

} // namespace detail

Result<std::string> pitfalls_program(std::span<RedistPlan const> plans, ProgramOptions const& options) {
    return detail::program_of(plans, options, detail::pitfalls_piece);
}

} // namespace tessera
