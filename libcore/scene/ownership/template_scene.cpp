// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of an array on its template.
#include "libcore/scene/ownership/template_scene.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace tessera {
namespace {

using namespace detail;
using Anchor = SceneText::Anchor;

constexpr Index most_lattice_cells = 72; // per dimension
constexpr double lattice_width = 620;
constexpr double largest_lattice_cell = 26;
constexpr double lattice_paleness = 0.72;
constexpr double lattice_ticks = 34; // pixels between two labels
constexpr Index lattice_margin = 4;  // positions before the first element
constexpr Index lattice_stride = 24; // the drawn range starts at a multiple of it, so that dragging an element seldom moves the
                                     // picture
constexpr std::size_t most_owners = 16;
constexpr std::size_t most_coordinates = 12;

/// The drawn range of one dimension of the template.
struct LatticeAxis {
    int dim = -1;    // -1: the template has one dimension
    Index first = 0; // first position
    Index count = 1;
    Index extent = 1;
    Index lower = 0;
};

class Lattice {
  public:
    Lattice(Mapping const& mapping, Mapping positions, std::optional<Extents> const& element)
        : mapping_(mapping), positions_(std::move(positions)), element_(element), rows_(axis(0)), columns_(axis(1)) {
        if (positions_.dims() == 1) std::swap(rows_, columns_);
        cell_ = std::min(largest_lattice_cell, lattice_width / static_cast<double>(std::max(columns_.count, rows_.count)));
    }

    Scene draw() {
        Scene scene = blank_scene(fmt::format("{} on template {}", describe(mapping_.array()), describe_template()));
        double const top =
            add_title(scene, scene.title,
                      fmt::format("align {}; distribute {}", describe_alignment(mapping_.spec()), describe(mapping_.spec()))) +
            34;
        left_ = edge + 44;
        std::set<Rank> owners;
        for (Index row = 0; row < rows_.count; ++row)
            for (Index column = 0; column < columns_.count; ++column) owners.insert(add_cell(scene, row, column, top));
        scene.width = std::max(scene.width, left_ + cell_ * static_cast<double>(columns_.count) + edge);
        add_ticks(scene, top);
        double const below = add_legend(scene, top + cell_ * static_cast<double>(rows_.count) + 20, owners);
        scene.height = std::max(scene.height, detail::add_notes(scene, notes(), below) + edge);
        return scene;
    }

  private:
    [[nodiscard]] LatticeAxis axis(int dim) const {
        if (dim >= positions_.dims()) return {};
        auto const d = as_size(dim);
        Index const extent = positions_.array().extents[d];
        Index const count = std::min(extent, most_lattice_cells);
        return {dim, std::min(begin_of_axis(dim), extent - count), count, extent, positions_.array().lower[d]};
    }

    /// Returns the first drawn position: 0 if the dimension fits, else a little before the first element, so that some of the array
    /// is visible.
    [[nodiscard]] Index begin_of_axis(int dim) const {
        AlignAxis const& axis = mapping_.spec().align[as_size(dim)];
        if (axis.kind == AlignAxis::Kind::Replicated) return 0;
        Index user = axis.offset;
        if (axis.kind == AlignAxis::Kind::Affine) {
            Index const first = mapping_.array().lower[as_size(axis.array_dim)];
            Index const last = first + std::max<Index>(mapping_.array().extents[as_size(axis.array_dim)], 1) - 1;
            user += axis.stride * (axis.stride > 0 ? first : last);
        }
        Index const before = user - positions_.array().lower[as_size(dim)] - lattice_margin;
        return std::max<Index>(before - before % lattice_stride, 0);
    }

    /// Adds the meaning of strong and pale colours, and the colours of the owners.
    double add_legend(Scene& scene, double y, std::set<Rank> const& owners) const {
        Rank const first = *owners.begin();
        Color const strong = first < 0 ? blank : rank_color(first);
        SwatchLines meanings(scene, left_, y);
        meanings.add(strong, fmt::format("position with an element of {}", mapping_.array().name));
        meanings.add(blend(strong, white, lattice_paleness),
                     fmt::format("position of {} without an element", positions_.array().name));
        SwatchLines ranks(scene, left_, meanings.below());
        std::size_t told = 0;
        for (Rank const rank : owners)
            if (rank >= 0 && told++ < most_owners) ranks.add(rank_color(rank), fmt::format("rank {}", rank));
        if (told <= most_owners) return ranks.below();
        add_text(scene, left_, ranks.below() + 6, fmt::format("and {} more ranks", told - most_owners), {.color = faint_ink});
        return ranks.below() + 20;
    }

    [[nodiscard]] std::string describe_template() const {
        std::vector<std::string> ranges;
        for (std::size_t d = 0; d < positions_.array().extents.size(); ++d) {
            Index const lower = positions_.array().lower[d];
            Index const upper = lower + positions_.array().extents[d] - 1;
            ranges.push_back(lower == 1 ? fmt::to_string(upper) : fmt::format("{}:{}", lower, upper));
        }
        return fmt::format("{}({})", positions_.array().name, fmt::join(ranges, ","));
    }

    /// Returns whether an element lies there, and whether it is the framed one.
    [[nodiscard]] std::pair<bool, bool> carries(Extents const& place) const {
        bool framed = element_.has_value();
        for (int d = 0; d < positions_.dims(); ++d) {
            auto const index = index_on_template(mapping_.spec(), d, place[as_size(d)]);
            if (!index) return {false, false};
            AlignAxis const& axis = mapping_.spec().align[as_size(d)];
            if (axis.kind == AlignAxis::Kind::Affine) framed = framed && (*element_)[as_size(axis.array_dim)] == *index;
        }
        return {true, framed};
    }

    /// Draws a cell. Returns the owner that gives its colour; -1: no owner.
    Rank add_cell(Scene& scene, Index drawn_row, Index drawn_column, double top) const {
        Index const row = rows_.first + drawn_row;
        Index const column = columns_.first + drawn_column;
        Extents const at = template_place(mapping_, row, column);
        auto const owners = positions_.owners(at);
        auto const [element, framed] = carries(at);
        Color const color = owners.empty() ? blank : rank_color(owners.front().rank);
        double const x = left_ + cell_ * static_cast<double>(drawn_column);
        double const y = top + cell_ * static_cast<double>(drawn_row);
        Rank const rank = owners.empty() ? -1 : owners.front().rank;
        SceneRect rect{x,
                       y,
                       cell_,
                       cell_,
                       blend(color, white, lattice_paleness),
                       CellsTag{0, rank, {row, row + 1}, {column, column + 1}},
                       tooltip(at, rank, element)};
        scene.rects.push_back(rect);
        if (!element) return rank;
        double const inset = cell_ > 6 ? 1.5 : 0.5;
        scene.rects.push_back({x + inset, y + inset, cell_ - 2 * inset, cell_ - 2 * inset, color, rect.tag, rect.tooltip});
        if (framed) add_frame(scene, rect, black, 2);
        return rank;
    }

    [[nodiscard]] std::string tooltip(Extents const& place, Rank rank, bool element) const {
        Extents index(as_size(mapping_.dims()), 0);
        std::vector<Index> user;
        for (std::size_t d = 0; d < place.size(); ++d) {
            user.push_back(positions_.array().lower[d] + place[d]);
            AlignAxis const& axis = mapping_.spec().align[d];
            if (element && axis.kind == AlignAxis::Kind::Affine)
                index[as_size(axis.array_dim)] = *index_on_template(mapping_.spec(), static_cast<int>(d), place[d]);
        }
        std::string text = fmt::format("{}({}): rank {}", positions_.array().name, fmt::join(user, ","), rank);
        if (!element) return text + ", no element";
        for (std::size_t d = 0; d < index.size(); ++d) index[d] += mapping_.array().lower[d];
        return text + fmt::format(", {}({})", mapping_.array().name, fmt::join(index, ","));
    }

    void add_ticks(Scene& scene, double top) const {
        auto const each = [&](LatticeAxis const& axis, auto const& write) {
            if (axis.dim < 0) return;
            auto const labels = labelled_cells(as_size(axis.count), cell_, lattice_ticks);
            for (int const cell : labels) write(axis.lower + axis.first + cell, (static_cast<double>(cell) + 0.5) * cell_);
        };
        each(columns_, [&](Index user, double at) {
            add_text(scene, left_ + at, top - 10, fmt::to_string(user), {tick_size, Anchor::Middle, faint_ink});
        });
        each(rows_, [&](Index user, double at) {
            add_text(scene, left_ - 6, top + at, fmt::to_string(user), {tick_size, Anchor::End, faint_ink});
        });
    }

    /// Returns notes such as "dimension 1: the processors hold 17, 17, 17, 17 positions of T, and 8, 9, 8, 5 indices of A".
    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        for (int d = 0; d < positions_.dims(); ++d) {
            AlignAxis const& axis = mapping_.spec().align[as_size(d)];
            DimMapping const& dim = positions_.dim(d);
            if (dim.coords() < 2 || axis.kind != AlignAxis::Kind::Affine || as_size(dim.coords()) > most_coordinates) continue;
            std::vector<Index> held;
            std::vector<Index> carried;
            for (Index c = 0; c < dim.coords(); ++c) {
                held.push_back(dim.count(c));
                carried.push_back(mapping_.dim(axis.array_dim).count(c));
            }
            notes.push_back(fmt::format("Dimension {}: the processors hold {} positions of {}, and {} indices of {}.", d + 1,
                                        fmt::join(held, ", "), positions_.array().name, fmt::join(carried, ", "),
                                        mapping_.array().name));
        }
        for (LatticeAxis const& axis : {rows_, columns_})
            if (axis.count < axis.extent)
                notes.push_back(fmt::format("Only {} of the {} positions of dimension {} are drawn, from {} on.", axis.count,
                                            grouped(axis.extent), axis.dim + 1, axis.lower + axis.first));
        std::vector<AlignAxis> const& align = mapping_.spec().align;
        for (std::size_t d = 0; d < align.size(); ++d)
            if (align[d].kind == AlignAxis::Kind::Replicated)
                notes.push_back(fmt::format("Dimension {} of {} has a star, so each of its positions has a copy.", d + 1,
                                            positions_.array().name));
        if (positions_.dims() > 2) notes.emplace_back("Other dimensions are fixed at their first position with an element.");
        if (positions_.replicas() > 1)
            notes.push_back(
                fmt::format("Each element is held {} times. The colours are those of the first copy.", positions_.replicas()));
        return notes;
    }

    Mapping const& mapping_;
    Mapping positions_; // mapping of the template
    std::optional<Extents> const& element_;
    LatticeAxis rows_;
    LatticeAxis columns_;
    double cell_ = 1;
    double left_ = 0;
};

} // namespace

Result<Mapping> template_mapping(Mapping const& mapping) {
    MappingSpec const& spec = mapping.spec();
    if (!spec.target) return fail(fmt::format("{} is not aligned with a template; it is distributed directly", spec.array.name));
    MappingSpec own;
    own.array.name = spec.target->name;
    own.array.lower = spec.target->lower;
    own.array.extents = spec.target->extents;
    own.array.type = spec.array.type;
    own.array.order = spec.array.order;
    own.formats = spec.formats;
    own.processors = spec.processors;
    own.onto = spec.onto;
    return Mapping::make(std::move(own));
}

std::optional<Index> index_on_template(MappingSpec const& spec, int template_dim, Index position) {
    AlignAxis const& axis = spec.align[as_size(template_dim)];
    Index const user = spec.target->lower[as_size(template_dim)] + position;
    if (axis.kind == AlignAxis::Kind::Replicated) return 0;
    if (axis.kind == AlignAxis::Kind::Fixed) return user == axis.offset ? std::optional<Index>(0) : std::nullopt;
    auto const d = as_size(axis.array_dim);
    Index const distance = user - axis.offset;
    if (distance % axis.stride != 0) return std::nullopt;
    Index const index = distance / axis.stride - spec.array.lower[d];
    return index >= 0 && index < spec.array.extents[d] ? std::optional(index) : std::nullopt;
}

Extents template_place(Mapping const& mapping, Index row, Index column) {
    MappingSpec const& spec = mapping.spec();
    auto const dims = spec.target->extents.size();
    Extents place(dims, 0);
    for (std::size_t d = 2; d < dims; ++d)
        while (place[d] + 1 < spec.target->extents[d] && !index_on_template(spec, static_cast<int>(d), place[d])) ++place[d];
    if (dims > 1) place[0] = row;
    place[dims > 1 ? 1 : 0] = column;
    return place;
}

bool carries_element(Mapping const& mapping, Extents const& place) {
    for (std::size_t d = 0; d < place.size(); ++d)
        if (!index_on_template(mapping.spec(), static_cast<int>(d), place[d])) return false;
    return true;
}

Result<Scene> template_scene(Mapping const& mapping, std::optional<Extents> const& element) {
    auto positions = TRY(template_mapping(mapping));
    if (positions.volume() == 0) return fail("the template has no positions");
    return Lattice(mapping, std::move(positions), element).draw();
}

} // namespace tessera
