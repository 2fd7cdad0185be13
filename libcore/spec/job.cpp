// SPDX-License-Identifier: BSD-3-Clause
// Tessera: queries on a job.
#include "libcore/spec/job.hpp"

#include "libcore/base/try.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace tessera {

namespace {

Movement movement_of(ArrayStates const& array) {
    return {array.states.front(), array.states.back(), CopyMap::identity(array.array.extents)};
}

bool is_remapped(ArrayStates const& array) {
    return array.states.size() > 1;
}

std::vector<Movement> remapped(Job const& job) {
    bool const any = std::ranges::any_of(job.arrays, is_remapped);
    std::vector<Movement> result;
    for (ArrayStates const& array : job.arrays)
        if (!any || is_remapped(array)) result.push_back(movement_of(array));
    return result;
}

Result<std::vector<Movement>> copied(Job const& job) {
    std::vector<Movement> result;
    for (CopyStatement const& copy : job.copies) {
        ArrayStates const* const source = job.find(copy.source);
        ArrayStates const* const target = job.find(copy.target);
        if (source == nullptr || target == nullptr)
            return fail(fmt::format("copy {} = {}: both arrays must be mapped in {}", copy.target, copy.source, job.name));
        result.push_back({source->states.back(), target->states.back(), copy.map});
    }
    return result;
}

} // namespace

ArrayStates const* Job::find(std::string_view array) const {
    auto const found = std::ranges::find_if(
        arrays, [&](ArrayStates const& candidate) { return notation::same_word(candidate.array.name, array); });
    return found == arrays.end() ? nullptr : &*found;
}

bool Job::moves() const {
    return !copies.empty() || std::ranges::any_of(arrays, is_remapped);
}

Result<std::vector<Movement>> Job::movements(std::optional<CopyMap> const& section) const {
    if (arrays.empty()) return fail(fmt::format("{} maps no array; add a distribute directive", name));
    if (!copies.empty()) {
        if (section) return fail("a section cuts a redistribution; write the ranges into the copy statement instead");
        return copied(*this);
    }
    std::vector<Movement> result = remapped(*this);
    if (!section) return result;
    if (result.size() != 1)
        return fail(fmt::format("a section needs a single moving array; in {} there are {}", name, result.size()));
    auto const& extents = result.front().source.array.extents;
    TRY(section->validate(extents, extents));
    result.front().map = *section;
    return result;
}

Result<MappingSpec const*> state_of(ArrayStates const& array, std::string_view state) {
    auto const count = array.states.size();
    if (notation::same_word(state, "from")) return &array.states.front();
    if (notation::same_word(state, "to")) return &array.states.back();
    std::size_t number = 0;
    auto const [end, error] = std::from_chars(state.data(), state.data() + state.size(), number);
    if (error != std::errc() || end != state.data() + state.size() || number >= count)
        return fail(fmt::format("'{}' is not a state of {}; expected from, to or a number from 0 to {}", state, array.array.name,
                                count - 1));
    return &array.states[number];
}

} // namespace tessera
