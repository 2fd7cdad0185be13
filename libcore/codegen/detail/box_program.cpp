// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common part of generated programs that move boxes of an array.
#include "libcore/codegen/detail/box_program.hpp"

#include "libcore/base/units.hpp"
#include "libcore/codegen/detail/element_words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::detail {

namespace {

/// Limit of the listed ranks and families. Longer programs take minutes to compile and are not readable.
constexpr Index most_listed = 20'000;

/// Returns the strides of a dense array, in elements. The last level is the fastest.
Extents strides_of(Extents const& places) {
    Extents strides(places.size(), 1);
    for (std::size_t k = places.size(); k-- > 1;) strides[k - 1] = strides[k] * places[k];
    return strides;
}

} // namespace

std::vector<int> levels_of(ArraySpec const& array) {
    std::vector<int> levels;
    for (int k = 0; k < array.dims(); ++k) levels.push_back(array.order == StorageOrder::Fortran ? array.dims() - 1 - k : k);
    return levels;
}

ProgramWords words_of(ArraySpec const& array, ProgramLanguage language) {
    Extents extents;
    std::vector<std::string> numbers;
    for (int const d : levels_of(array)) {
        extents.push_back(array.extents[as_size(d)]);
        numbers.push_back(fmt::to_string(d + 1));
    }
    ProgramWords words{{"dims", fmt::to_string(array.dims())},
                       {"named_dims", array.dims() > 1 ? fmt::format(": dimensions {} of {}", listed(numbers), array.name) : ""},
                       {"array_strides", listed(strides_of(extents))}};
    add_element_words(words, array, language);
    return words;
}

FamilyTable owned_table(Mapping const& mapping) {
    FamilyTable table;
    std::size_t level = 0;
    for (int const d : levels_of(mapping.array())) {
        PeriodicSet const all = PeriodicSet::interval({0, mapping.dim(d).extent()});
        for (Index coord = 0; coord < mapping.dim(d).coords(); ++coord) {
            PeriodicSet const owned = mapping.dim(d).owned(coord);
            table.add(level, 0, coord, block_families(owned, all, owned));
        }
        ++level;
    }
    return table;
}

std::string holders_text(Mapping const& mapping, ProgramLanguage language, std::string_view name) {
    std::vector<std::string> values;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        std::vector<Index> coords;
        for (int const d : levels_of(mapping.array())) coords.push_back(mapping.dim_coord(position, d));
        values.push_back(fmt::format("{}, {}", mapping.grid().rank(position), array_text(language, coords)));
    }
    return structures(language, name, "holder", values);
}

ProgramBody assembled(ProgramLanguage language, std::vector<PartPattern const*> const& parts, ProgramWords const& words) {
    ProgramBody body;
    auto const add = [&](std::string& text, std::string_view pattern) {
        if (!pattern.empty()) text += (text.empty() ? "" : "\n") + filled(pattern, words);
    };
    for (PartPattern const* part : parts) {
        if (language == ProgramLanguage::Fortran) add(body.declarations, part->fortran_declarations);
        add(body.procedures, language == ProgramLanguage::Cpp ? part->cpp : part->fortran_procedures);
    }
    return body;
}

Result<void> check_listable(Mapping const& mapping) {
    if (mapping.grid().size() > most_listed)
        return fail(fmt::format("the mapping has {} ranks, and programs are written for up to {}", grouped(mapping.grid().size()),
                                grouped(most_listed)));
    if (mapping.volume() > Index{1} << 53)
        return fail(fmt::format("the array has {} elements, more than a program can tell apart by their numbers",
                                grouped(mapping.volume())));
    if (mapping.dims() == 0) return fail("the array has no dimension");
    return {};
}

Result<void> check_listable(std::initializer_list<FamilyTable const*> tables) {
    Index families = 0;
    for (FamilyTable const* table : tables) families += static_cast<Index>(table->size());
    if (families <= most_listed) return {};
    return fail(
        fmt::format("the program would list {} families of blocks, more than {}: these mappings repeat too seldom. For block "
                    "and cyclic mappings --kind pitfalls lists none",
                    grouped(families), grouped(most_listed)));
}

} // namespace tessera::detail
