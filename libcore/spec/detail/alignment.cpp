// SPDX-License-Identifier: BSD-3-Clause
// Tessera: resolves and composes alignments.
#include "libcore/spec/detail/alignment.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/detail/triplets.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

/// Returns stride * x + offset; nothing on overflow.
std::optional<Index> affine(Index stride, Index x, Index offset) {
    auto const product = checked_mul(stride, x);
    if (!product) return std::nullopt;
    return checked_add(*product, offset);
}

class AlignmentResolver {
  public:
    AlignmentResolver(AlignNode const& node, Template const& alignee, Template const& target, Diagnostics& diagnostics)
        : node_(node), alignee_(alignee), target_(target), diagnostics_(diagnostics), used_(node.dummies.size(), false) {}

    std::optional<Alignment> run() {
        result_.whole = node_.alignee.place;
        read_sources();
        std::size_t const dims = target_.extents.size();
        if (node_.subscripts && node_.subscripts->size() != dims)
            diagnostics_.fail(node_.target.place, dimension_mismatch(target_.name, dims, node_.subscripts->size(), "subscript"));
        for (std::size_t t = 0; t < dims && !diagnostics_.failed(); ++t)
            subscript(t, node_.subscripts ? (*node_.subscripts)[t]
                                          : AlignSubscript{AlignSubscript::Kind::Triplet, {}, {}, node_.target.place});
        if (next_colon_ < colons_.size())
            diagnostics_.fail(node_.target.place, fmt::format("{} has {} ':', but {} only {}; they must correspond one by one",
                                                              alignee_.name, colons_.size(), target_.name, next_colon_));
        check_bounds();
        if (diagnostics_.failed()) return std::nullopt;
        return std::move(result_);
    }

  private:
    void read_sources() {
        std::size_t const dims = alignee_.extents.size();
        dummy_dims_.resize(node_.dummies.size());
        if (!node_.sources) {
            for (std::size_t d = 0; d < dims; ++d) colons_.push_back(d);
            return;
        }
        if (node_.sources->size() != dims)
            return diagnostics_.fail(node_.alignee.place,
                                     dimension_mismatch(alignee_.name, dims, node_.sources->size(), "subscript"));
        for (std::size_t d = 0; d < dims; ++d) {
            AlignSource const& source = (*node_.sources)[d];
            if (source.kind == AlignSource::Kind::Colon) colons_.push_back(d);
            if (source.kind == AlignSource::Kind::Dummy) dummy_dims_[source.dummy] = d;
        }
    }

    void subscript(std::size_t t, AlignSubscript const& subscript) {
        switch (subscript.kind) {
        case AlignSubscript::Kind::Replicated:
            return add({AlignAxis::Kind::Replicated, 0, 1, 0}, subscript.place);
        case AlignSubscript::Kind::Linear:
            return linear(subscript);
        case AlignSubscript::Kind::Triplet:
            return triplet(t, subscript);
        }
    }

    void linear(AlignSubscript const& subscript) {
        LinearForm const& form = subscript.form;
        if (!form.dummy) return add({AlignAxis::Kind::Fixed, 0, 1, form.offset}, subscript.place);
        if (used_[*form.dummy])
            diagnostics_.fail(subscript.place, fmt::format("the align dummy '{}' stands in two subscripts; HPF allows one",
                                                           node_.dummies[*form.dummy].text));
        used_[*form.dummy] = true;
        add({AlignAxis::Kind::Affine, static_cast<int>(dummy_dims_[*form.dummy]), form.stride, form.offset}, subscript.place);
    }

    /// A(:) with T(l:u:s): index k of the dimension, counted from 0, maps to l + s*k. The numbers of indices must agree.
    void triplet(std::size_t t, AlignSubscript const& subscript) {
        if (next_colon_ >= colons_.size())
            return diagnostics_.fail(subscript.place,
                                     fmt::format("this range of {} has no corresponding ':' of {}", target_.name, alignee_.name));
        std::size_t const d = colons_[next_colon_++];
        auto const range = resolved_triplet(subscript.range, target_.lower[t], target_.extents[t]);
        Index const extent = alignee_.extents[d];
        if (!range || range->count != extent)
            return diagnostics_.fail(
                subscript.place,
                fmt::format("dimension {} of {} has {} indices, but here are {}; with ':' the numbers must be equal", d + 1,
                            alignee_.name, extent, range ? fmt::to_string(range->count) : "too many"));
        auto const shift = checked_mul(range->stride, alignee_.lower[d]);
        std::optional<Index> offset;
        if (shift) offset = checked_sub(range->first, *shift);
        if (!offset) return diagnostics_.fail(subscript.place, "the alignment does not fit 64 bits");
        add({AlignAxis::Kind::Affine, static_cast<int>(d), range->stride, *offset}, subscript.place);
    }

    void add(AlignAxis axis, Place const& place) {
        result_.axes.push_back(axis);
        result_.places.push_back(place);
    }

    /// Lets Mapping::make check that all positions exist, with a mapping that distributes nothing.
    void check_bounds() {
        if (diagnostics_.failed()) return;
        MappingSpec probe;
        probe.array = {alignee_.name, {}, alignee_.lower, alignee_.extents, StorageOrder::Fortran, {}};
        probe.target = target_;
        probe.align = result_.axes;
        probe.formats.assign(target_.extents.size(), DistFormat::collapsed());
        probe.processors = {"P", {}, {}, {}, GridOrder::RowMajor};
        auto const mapping = Mapping::make(std::move(probe));
        if (mapping || !mapping.error().subject || mapping.error().subject->part != ErrorSubject::Part::Alignment) return;
        diagnostics_.fail(result_.places[as_size(mapping.error().subject->axis)], mapping.error().message, mapping.error().fixes);
    }

    AlignNode const& node_;
    Template const& alignee_;
    Template const& target_;
    Diagnostics& diagnostics_;
    std::vector<bool> used_;              // one entry per dummy
    std::vector<std::size_t> dummy_dims_; // the array dimension of each dummy
    std::vector<std::size_t> colons_;     // the array dimensions that are written `:`
    std::size_t next_colon_ = 0;
    Alignment result_;
};

/// Returns outer after inner in one dimension of the last target, or nothing if no AlignAxis can express it.
std::optional<AlignAxis> composed_axis(AlignAxis const& inner, AlignAxis const& outer, bool covers) {
    if (inner.kind == AlignAxis::Kind::Replicated) {
        if (!covers) return std::nullopt;
        return inner;
    }
    auto const offset = affine(outer.stride, inner.offset, outer.offset);
    auto const stride = checked_mul(outer.stride, inner.stride);
    if (!offset || !stride) return std::nullopt;
    if (inner.kind == AlignAxis::Kind::Fixed) return AlignAxis{AlignAxis::Kind::Fixed, 0, 1, *offset};
    return AlignAxis{AlignAxis::Kind::Affine, inner.array_dim, *stride, *offset};
}

} // namespace

std::optional<Alignment> resolve_alignment(AlignNode const& node, Template const& alignee, Template const& target,
                                           Diagnostics& diagnostics) {
    return AlignmentResolver(node, alignee, target, diagnostics).run();
}

std::optional<Alignment> composed(Alignment const& inner, Template const& middle, Alignment const& outer, Template const& target,
                                  Diagnostics& diagnostics) {
    Alignment result{{}, {}, inner.whole};
    for (std::size_t t = 0; t < outer.axes.size(); ++t) {
        AlignAxis const& axis = outer.axes[t];
        if (axis.kind != AlignAxis::Kind::Affine) {
            result.axes.push_back(axis);
            result.places.push_back(inner.whole);
            continue;
        }
        auto const b = as_size(axis.array_dim);
        bool const covers = middle.extents[b] == target.extents[t]; // equal extents: `middle` lies inside the dimension, so it
                                                                    // covers all of it
        auto const both = composed_axis(inner.axes[b], axis, covers);
        if (!both) {
            diagnostics.fail(inner.places[b],
                             fmt::format("through {}, this lands on positions of {} that no single directive can name; "
                                         "align with {} itself",
                                         middle.name, target.name, target.name));
            return std::nullopt;
        }
        result.axes.push_back(*both);
        result.places.push_back(inner.places[b]);
    }
    return result;
}

} // namespace tessera::notation
