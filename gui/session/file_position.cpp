// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the position of the selected element in the job's file.
#include "gui/session/file_position.hpp"

#include "gui/session/element_travel.hpp"
#include "gui/session/file_access.hpp"
#include "gui/session/viewed_array.hpp"

namespace tessera::gui {
namespace {

using Side = Selection::Side;

/// Returns the selected element as an element of `array`: itself, or its target or source in the copy.
std::optional<Extents> elementOf(RedistPlan const& plan, Selection::Element const& selected, std::string const& array) {
    bool const before = selected.side == Side::Source;
    Mapping const& here = before ? plan.source() : plan.target();
    Mapping const& there = before ? plan.target() : plan.source();
    if (here.array().name == array) return selected.index;
    if (there.array().name != array) return std::nullopt;
    return partnerOf(plan, selected.side, selected.index);
}

} // namespace

std::optional<FilePosition> filePositionOf(Derived const& derived, Selection const& selection) {
    auto const line = fileLine(derived.job, selection.file);
    if (!line || !selection.element) return std::nullopt;
    ArrayStates const* const array = derived.job.find(line->array);
    if (array == nullptr) return std::nullopt;
    auto const element = elementOf(viewedPlan(derived, selection), *selection.element, line->array);
    if (!element || element->size() != array->array.extents.size()) return std::nullopt;
    auto const layout = layout_of(*line, array->array);
    auto const position = layout ? layout->position(*element) : std::nullopt;
    if (!position) return std::nullopt;
    return FilePosition{*position, layout->bytes({*position, *position + 1})};
}

} // namespace tessera::gui
