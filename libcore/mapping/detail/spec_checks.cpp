// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks of a mapping specification before a mapping is derived from it.
#include "libcore/mapping/detail/spec_checks.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace tessera::detail {

namespace {

std::string plural(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Result<void> check_bounds(std::string const& name, Extents const& lower, Extents const& extents, ErrorSubject::Part part) {
    require(lower.size() == extents.size(), "an array or a template has a lower bound for each extent");
    if (extents.empty() || std::ssize(extents) > max_dims)
        return fail(fmt::format("{} has {}; 1 to {} are possible", name, plural(extents.size(), "dimension"), max_dims),
                    ErrorSubject{part, 0});
    for (std::size_t d = 0; d < extents.size(); ++d) {
        ErrorSubject const subject{part, static_cast<int>(d)};
        if (extents[d] < 0)
            return fail(fmt::format("dimension {} of {} has extent {}; it must be 0 or more", d + 1, name, extents[d]), subject);
        if (extents[d] > max_extent)
            return fail(
                fmt::format("dimension {} of {} has extent {}; at most {} is possible", d + 1, name, extents[d], max_extent),
                subject);
        if (!checked_add(lower[d], extents[d]))
            return fail(fmt::format("the bounds of dimension {} of {} do not fit 64 bits", d + 1, name), subject);
    }
    return {};
}

Result<void> check_shadow(ArraySpec const& array) {
    if (array.shadow.empty()) return {};
    if (std::ssize(array.shadow) != array.dims())
        return fail(fmt::format("shadow has {} for the {} of {}; give one per dimension", plural(array.shadow.size(), "width"),
                                plural(array.extents.size(), "dimension"), array.name),
                    ErrorSubject{ErrorSubject::Part::Shadow, 0});
    for (std::size_t d = 0; d < array.shadow.size(); ++d)
        if (array.shadow[d].low < 0 || array.shadow[d].high < 0)
            return fail(fmt::format("shadow {}:{} in dimension {} of {} is negative; widths must be 0 or more", array.shadow[d].low,
                                    array.shadow[d].high, d + 1, array.name),
                        ErrorSubject{ErrorSubject::Part::Shadow, static_cast<int>(d)});
    return {};
}

/// Returns the bytes that a rank with all indices would allocate. No allocation is larger.
std::optional<Index> largest_allocation(ArraySpec const& array) {
    Extents factors{array.type.bytes};
    for (std::size_t d = 0; d < array.extents.size(); ++d) {
        auto const width = array.shadow.empty() ? ShadowWidth{} : array.shadow[d];
        auto const planes = checked_add(width.low, width.high);
        auto const total = planes ? checked_add(array.extents[d], *planes) : std::nullopt;
        if (!total) return std::nullopt;
        factors.push_back(*total);
    }
    return checked_product(factors);
}

/// Returns stride * index + offset, or nothing if it does not fit 64 bits.
std::optional<Index> template_position(AlignAxis const& axis, Index index) {
    auto const product = checked_mul(axis.stride, index);
    return product ? checked_add(*product, axis.offset) : std::nullopt;
}

std::string bounds_text(Index lower, Index extent) {
    return extent == 0 ? "empty" : fmt::format("{}:{}", lower, lower + extent - 1);
}

struct AxisCheck {
    MappingSpec const& spec;
    Template const& target;
    std::size_t dim; // dimension of the template

    [[nodiscard]] AlignAxis const& axis() const { return spec.align[dim]; }
    [[nodiscard]] ErrorSubject subject() const { return {ErrorSubject::Part::Alignment, static_cast<int>(dim)}; }
    [[nodiscard]] bool inside(std::optional<Index> position) const {
        return position && *position >= target.lower[dim] && *position < target.lower[dim] + target.extents[dim];
    }
    [[nodiscard]] std::string place() const {
        return fmt::format("dimension {} of template {} ({})", dim + 1, target.name,
                           bounds_text(target.lower[dim], target.extents[dim]));
    }

    [[nodiscard]] Result<void> affine() const {
        ArraySpec const& array = spec.array;
        auto const d = as_size(axis().array_dim);
        if (axis().stride == 0)
            return fail(fmt::format("the stride in {} is 0; write the position alone to fix it", place()), subject());
        if (array.extents[d] == 0) return {};
        // An affine function is monotonic, so checking both ends is enough.
        for (Index const index : {array.lower[d], array.lower[d] + array.extents[d] - 1}) {
            auto const position = template_position(axis(), index);
            if (inside(position)) continue;
            return fail(
                fmt::format("index {} of dimension {} of {} is aligned with position {}, outside {}; enlarge the template or "
                            "change the alignment",
                            index, d + 1, array.name, position ? fmt::to_string(*position) : "beyond 64 bits", place()),
                subject());
        }
        return {};
    }

    [[nodiscard]] Result<void> run() const {
        using Kind = AlignAxis::Kind;
        if (axis().kind == Kind::Affine) return affine();
        if (axis().kind == Kind::Fixed && !inside(axis().offset))
            return fail(fmt::format("{} is aligned with position {}, outside {}", spec.array.name, axis().offset, place()),
                        subject());
        bool const empty_array = std::ranges::count(spec.array.extents, 0) > 0;
        if (axis().kind == Kind::Replicated && target.extents[dim] == 0 && !empty_array)
            return fail(fmt::format("{} is replicated over {}, which has no position", spec.array.name, place()), subject());
        return {};
    }
};

/// HPF allows an align dummy in one subscript only.
Result<void> check_named_once(MappingSpec const& spec) {
    std::vector<bool> named(spec.array.extents.size(), false);
    for (std::size_t t = 0; t < spec.align.size(); ++t) {
        if (spec.align[t].kind != AlignAxis::Kind::Affine) continue;
        ErrorSubject const subject{ErrorSubject::Part::Alignment, static_cast<int>(t)};
        int const d = spec.align[t].array_dim;
        if (d < 0 || d >= spec.array.dims())
            return fail(fmt::format("the alignment names dimension {} of {}, which has {}", d + 1, spec.array.name,
                                    plural(named.size(), "dimension")),
                        subject);
        if (named[as_size(d)])
            return fail(
                fmt::format("dimension {} of {} is aligned with two template dimensions; HPF allows one", d + 1, spec.array.name),
                subject);
        named[as_size(d)] = true;
    }
    return {};
}

} // namespace

Template template_of(MappingSpec const& spec) {
    return spec.target ? *spec.target : Template{spec.array.name, spec.array.lower, spec.array.extents};
}

AlignAxis align_axis(MappingSpec const& spec, int template_dim) {
    if (spec.target) return spec.align[as_size(template_dim)];
    return {AlignAxis::Kind::Affine, template_dim, 1, 0};
}

Result<Index> check_array(ArraySpec const& array) {
    TRY(check_bounds(array.name, array.lower, array.extents, ErrorSubject::Part::Array));
    if (array.type.bytes < 1)
        return fail(fmt::format("elements of {} have {} bytes; they must have 1 or more", array.name, array.type.bytes),
                    ErrorSubject{ErrorSubject::Part::Array, 0});
    TRY(check_shadow(array));
    if (!largest_allocation(array))
        return fail(fmt::format("{} is too large: its bytes, shadow included, do not fit 64 bits", array.name),
                    ErrorSubject{ErrorSubject::Part::Array, 0});
    return *checked_product(array.extents);
}

Result<void> check_template(MappingSpec const& spec) {
    Template const target = template_of(spec);
    if (auto const ok = check_bounds(target.name, target.lower, target.extents, ErrorSubject::Part::Template); !ok) return ok;
    auto const dims = target.extents.size();
    require(spec.target || spec.align.empty(), "a MappingSpec with an alignment has a target");
    if (spec.target && spec.align.size() != dims)
        return fail(fmt::format("the alignment has {}, but template {} has {}; give one subscript per dimension",
                                plural(spec.align.size(), "subscript"), target.name, plural(dims, "dimension")),
                    ErrorSubject{ErrorSubject::Part::Alignment, 0});
    if (spec.formats.size() != dims)
        return fail(fmt::format("{} given, but {} has {}; give one format (or *) per dimension",
                                plural(spec.formats.size(), "dist-format"), target.name, plural(dims, "dimension")),
                    ErrorSubject{ErrorSubject::Part::Format, 0});
    return {};
}

Result<void> check_alignment(MappingSpec const& spec) {
    if (!spec.target) return {};
    if (auto const ok = check_named_once(spec); !ok) return ok;
    for (std::size_t t = 0; t < spec.align.size(); ++t)
        if (auto const ok = AxisCheck{spec, *spec.target, t}.run(); !ok) return ok;
    return {};
}

Result<void> check_lines(ArraySpec const& array, std::size_t fastest, Index leading, Index stored) {
    if (leading >= stored) return {};
    return fail(fmt::format("a leading dimension of {} is too small: a rank stores {} elements of dimension {} of {}", leading,
                            stored, fastest + 1, array.name));
}

Result<void> check_leading(MappingSpec const& spec, std::vector<DimMapping> const& dims) {
    if (!spec.leading) return {};
    ErrorSubject const subject{ErrorSubject::Part::Leading, 0};
    if (spec.target) return fail("only an array that is distributed itself has a leading dimension", subject);
    std::size_t const fastest = spec.array.order == StorageOrder::Fortran ? 0 : dims.size() - 1;
    ShadowWidth const shadow = spec.array.shadow.empty() ? ShadowWidth{} : spec.array.shadow[fastest];
    Index stored = 0;
    for (Index coord = 0; coord < dims[fastest].coords(); ++coord) stored = std::max(stored, dims[fastest].count(coord));
    stored += shadow.low + shadow.high;
    if (auto const fits = check_lines(spec.array, fastest, *spec.leading, stored); !fits)
        return fail(fits.error().message, subject);
    ArraySpec padded = spec.array;
    padded.extents[fastest] = *spec.leading;
    if (!largest_allocation(padded))
        return fail(fmt::format("a leading dimension of {} makes allocations of more bytes than fit 64 bits", *spec.leading),
                    subject);
    return {};
}

Result<void> check_gapless(MappingSpec const& spec, DimGroups const& groups) {
    ArraySpec const& array = spec.array;
    std::size_t const fastest = array.order == StorageOrder::Fortran ? 0 : groups.size() - 1;
    if (spec.leading && groups[fastest] > 1)
        return fail(
            fmt::format("array {} has a leading dimension, and its fastest dimension becomes part of another; a reshape needs "
                        "{} without lld",
                        array.name, array.name));
    std::size_t first = 0;
    for (int const dims : groups) {
        for (std::size_t d = first; dims > 1 && !array.shadow.empty() && d < first + as_size(dims); ++d)
            if (array.shadow[d] != ShadowWidth{})
                return fail(fmt::format("array {} has shadow in dimension {}, which becomes part of another; a reshape needs {} "
                                        "without shadow there",
                                        array.name, d + 1, array.name));
        first += as_size(dims);
    }
    return {};
}

Result<void> check_distribution(MappingSpec const& spec, ProcessorGrid const& grid) {
    auto const distributed =
        static_cast<int>(std::ranges::count_if(spec.formats, [](DistFormat const& format) { return format.is_distributed(); }));
    if (distributed == grid.dims()) return {};
    return fail(fmt::format("{} distributed, but {} has {}; the numbers must be equal",
                            distributed == 1 ? "1 dimension is" : fmt::format("{} dimensions are", distributed),
                            spec.onto.empty() ? spec.processors.name : "the section of " + spec.processors.name,
                            plural(as_size(grid.dims()), "dimension")),
                ErrorSubject{ErrorSubject::Part::Onto, 0});
}

} // namespace tessera::detail
