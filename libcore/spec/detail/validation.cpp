// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finds the source place of each error of Mapping::make.
#include "libcore/spec/detail/validation.hpp"
#include "libcore/spec/words.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/mapping/mapping.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

MappingSpec assembled(StateParts const& parts) {
    MappingSpec spec;
    spec.array = parts.array.spec;
    if (parts.target != nullptr) {
        spec.target = *parts.target;
        spec.align = parts.alignment->axes;
    } else {
        spec.leading = parts.distribution.leading;
    }
    spec.formats = parts.distribution.formats;
    spec.processors = parts.distribution.processors;
    spec.onto = parts.distribution.onto;
    return spec;
}

Place entry(std::vector<Place> const* places, int axis, Place const& otherwise) {
    if (places == nullptr || axis < 0 || axis >= std::ssize(*places)) return otherwise;
    return (*places)[as_size(axis)];
}

Place place_of(std::optional<ErrorSubject> const& subject, StateParts const& parts) {
    Distribution const& distribution = parts.distribution;
    if (!subject) return distribution.list;
    switch (subject->part) {
    case ErrorSubject::Part::Array:
        return entry(&parts.array.dims, subject->axis, parts.array.name.place);
    case ErrorSubject::Part::Template:
        return entry(parts.target_dims, subject->axis, distribution.list);
    case ErrorSubject::Part::Alignment:
        return parts.alignment == nullptr ? distribution.list
                                          : entry(&parts.alignment->places, subject->axis, parts.alignment->whole);
    case ErrorSubject::Part::Format:
        return entry(&distribution.formats_places, subject->axis, distribution.list);
    case ErrorSubject::Part::Processors:
        return entry(&distribution.processors_dims, subject->axis, distribution.processors_name);
    case ErrorSubject::Part::Onto:
        return entry(&distribution.onto_places, subject->axis, distribution.processors_name);
    case ErrorSubject::Part::Shadow:
        return entry(&parts.array.shadow, subject->axis, parts.array.name.place);
    case ErrorSubject::Part::Leading:
        return distribution.leading_place;
    }
    return distribution.list;
}

/// If the number of formats is wrong, the error points at the whole list.
bool formats_fit(StateParts const& parts, Diagnostics& diagnostics) {
    auto const& [name, extents] = parts.target == nullptr ? std::pair{parts.array.spec.name, parts.array.spec.extents}
                                                          : std::pair{parts.target->name, parts.target->extents};
    if (parts.distribution.formats.size() == extents.size()) return true;
    diagnostics.fail(parts.distribution.list,
                     dimension_mismatch(name, extents.size(), parts.distribution.formats.size(), "distribution format"));
    return false;
}

/// Refuses sizes that would fill the memory before other checks find an error.
bool size_fits(Distribution const& distribution, Diagnostics& diagnostics) {
    Processors const& processors = distribution.processors;
    bool const listed = !processors.ranks.empty() || processors.order == GridOrder::ColumnMajor || !distribution.onto.empty();
    auto const size = checked_product(processors.extents);
    bool const too_long = std::ranges::any_of(processors.extents, [](Index extent) { return extent > most_processors; });
    if (!too_long && !(listed && (!size || *size > most_processors))) return true;
    diagnostics.fail(distribution.processors_name,
                     fmt::format("{} is too large; expected at most {} processors {}", processors.name, most_processors,
                                 too_long ? "along a dimension"
                                          : "where ranks are "
                                            "listed, reordered or cut out by a section"));
    return false;
}

} // namespace

std::optional<MappingSpec> valid_state(StateParts const& parts, std::optional<Index> ranks, Diagnostics& diagnostics) {
    if (diagnostics.failed() || !formats_fit(parts, diagnostics) || !size_fits(parts.distribution, diagnostics))
        return std::nullopt;
    MappingSpec spec = assembled(parts);
    auto const mapping = Mapping::make(spec);
    if (!mapping) {
        diagnostics.fail(place_of(mapping.error().subject, parts), mapping.error().message, mapping.error().fixes);
        return std::nullopt;
    }
    if (ranks && mapping->grid().max_rank() >= *ranks) {
        diagnostics.fail(parts.distribution.processors_name,
                         fmt::format("{} uses rank {}, but {} here, numbered from 0", spec.processors.name,
                                     mapping->grid().max_rank(),
                                     *ranks == 1 ? "one rank is" : fmt::format("{} ranks are", *ranks)));
        return std::nullopt;
    }
    return spec;
}

void check_template_distribution(Template const& space, std::vector<Place> const& dims, Distribution const& distribution,
                                 std::optional<Index> ranks, Diagnostics& diagnostics) {
    if (std::ranges::count(space.extents, 0) > 0) return; // nothing can be aligned with an empty template
    // A single element at the template's first position runs all checks except those of an alignment.
    ArraySymbol element{{space.name, distribution.list}, {}, {}, {}, std::nullopt};
    element.spec.name = space.name;
    element.spec.lower = {1};
    element.spec.extents = {1};
    Alignment alignment{{}, {}, distribution.list};
    for (Index const lower : space.lower) alignment.axes.push_back({AlignAxis::Kind::Fixed, 0, 1, lower});
    StateParts const parts{element, &space, &dims, &alignment, distribution};
    static_cast<void>(valid_state(parts, ranks, diagnostics)); // only to report errors
}

} // namespace tessera::notation
