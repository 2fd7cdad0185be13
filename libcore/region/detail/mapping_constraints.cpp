// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping as linear constraints.
#include "libcore/region/detail/mapping_constraints.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace tessera::isl {

namespace {

/// A linear sum of columns: pairs {column, factor}, and a constant.
struct ColumnSum {
    std::vector<std::pair<int, Index>> terms;
    Index constant = 0;
};

class ConstraintMaker {
  public:
    ConstraintMaker(Mapping const& mapping, IoDistribution const* io, RegionStatement const& statement)
        : mapping_(mapping), spec_(mapping.spec()), io_(io), statement_(statement) {}

    Result<MappingConstraints> run() {
        declare_columns();
        processors();
        for (std::size_t t = 0; t < spec_.formats.size(); ++t) TRY(distribute(t));
        for (std::size_t d = 0; d < spec_.array.extents.size(); ++d) undistributed(d);
        if (io_ != nullptr) TRY(io_processors());
        for (auto& rows : result_.alternatives) rows.insert(rows.end(), rows_.begin(), rows_.end());
        return std::move(result_);
    }

  private:
    [[nodiscard]] bool is_taken(std::string const& name) const {
        auto const same = [&](std::string const& other) { return notation::same_word(name, other); };
        return std::ranges::any_of(statement_.parameters, same) || std::ranges::any_of(statement_.dummies, same);
    }

    int column(std::string name) {
        while (is_taken(name)) name += '_';
        result_.columns.names.push_back(std::move(name));
        return static_cast<int>(result_.columns.names.size()) - 1;
    }
    [[nodiscard]] std::string const& name_of(int column) const { return result_.columns.names[as_size(column)]; }
    int helper(std::string name) {
        int const added = column(std::move(name));
        result_.columns.auxiliary.push_back(added);
        return added;
    }

    void declare_columns() {
        MappingColumns& columns = result_.columns;
        std::size_t const dims = spec_.array.extents.size();
        for (std::size_t d = 0; d < dims; ++d) columns.array.push_back(column(fmt::format("a{}", d + 1)));
        for (std::size_t d = 0; d < dims; ++d) columns.local.push_back(column(fmt::format("l{}", d + 1)));
        columns.cycle.resize(dims);
        for (int p = 0; p < mapping_.grid().dims(); ++p) columns.processors.push_back(column(fmt::format("p{}", p + 1)));
        columns.io.resize(columns.processors.size());
        result_.replicated.assign(columns.processors.size(), false);
        result_.primary.assign(columns.processors.size(), 1);
        result_.allocation.assign(dims, 0);
        located_.assign(dims, false);
        result_.alternatives = {{}};
    }

    // Rows, and their texts under headings.

    Row row(ColumnSum const& sum, bool equal) const {
        Row made;
        for (auto const& [column, factor] : sum.terms) {
            if (std::ssize(made.dims) <= column) made.dims.resize(as_size(column) + 1, 0);
            made.dims[as_size(column)] += factor;
        }
        made.constant = sum.constant;
        made.equal = equal;
        return made;
    }
    void say(Row const& made) { result_.lines.back().constraints.push_back(row_text(made, result_.columns.names, {})); }
    void heading(std::string text) { result_.lines.push_back({std::move(text), {}}); }
    void zero(ColumnSum const& sum) {
        rows_.push_back(row(sum, true));
        say(rows_.back());
    }
    void between(int column, Index low, Index high) {
        rows_.push_back(row({{{column, 1}}, -low}, false));
        rows_.push_back(row({{{column, -1}}, high}, false));
        result_.lines.back().constraints.push_back(
            fmt::format("{} <= {} <= {}", low, result_.columns.names[as_size(column)], high));
    }

    void processors() {
        heading(spec_.processors.name);
        for (std::size_t p = 0; p < result_.columns.processors.size(); ++p)
            between(result_.columns.processors[p], 1, mapping_.grid().extents()[p]);
    }

    [[nodiscard]] Index space_lower(std::size_t t) const { return spec_.target ? spec_.target->lower[t] : spec_.array.lower[t]; }
    [[nodiscard]] Index space_extent(std::size_t t) const {
        return spec_.target ? spec_.target->extents[t] : spec_.array.extents[t];
    }
    [[nodiscard]] AlignAxis axis(std::size_t t) const {
        return spec_.target ? spec_.align[t] : AlignAxis{AlignAxis::Kind::Affine, static_cast<int>(t), 1, 0};
    }

    /// Returns the template position that the dimension's index is aligned with, as a sum.
    ColumnSum position(std::size_t t) {
        AlignAxis const at = axis(t);
        if (at.kind == AlignAxis::Kind::Fixed) return {{}, at.offset};
        if (at.kind == AlignAxis::Kind::Affine && !spec_.target) return {{{result_.columns.array[t], 1}}, 0};
        int const theta = helper(fmt::format("t{}", t + 1));
        heading(spec_.target->name);
        between(theta, space_lower(t), space_lower(t) + space_extent(t) - 1);
        if (at.kind == AlignAxis::Kind::Affine) {
            heading("align");
            zero({{{result_.columns.array[as_size(at.array_dim)], at.stride}, {theta, -1}}, at.offset});
        }
        return {{{theta, 1}}, 0};
    }

    Result<void> distribute(std::size_t t) {
        DistFormat const& format = spec_.formats[t];
        if (!format.is_distributed()) return {};
        if (!spec_.onto.empty()) return fail("onto a section of an arrangement: polyhedra are made for whole arrangements");
        std::size_t const p = next_processor_++;
        if (format.info().pattern == FormatPattern::Listed)
            return fail(fmt::format("the {} distribution of dimension {} is no sum of its indices: polyhedra and programs are "
                                    "made for blocks and for cyclic",
                                    format.info().name, t + 1));
        ColumnSum theta = position(t);
        result_.replicated[p] = axis(t).kind == AlignAxis::Kind::Replicated;
        int const delta = helper(fmt::format("d{}", t + 1));
        heading("distribute");
        if (auto const size = format.equal_block(std::max<Index>(space_extent(t), 1), mapping_.grid().extents()[p]))
            equal_blocks(t, p, theta, delta, *size);
        else
            listed_blocks(t, p, theta, delta);
        return {};
    }

    /// Adds theta = k*P*cycle + k*(p-1) + delta + lower.
    void equal_blocks(std::size_t t, std::size_t p, ColumnSum sum, int delta, Index size) {
        Index const coords = mapping_.grid().extents()[p];
        bool const cyclic = spec_.formats[t].info().pattern == FormatPattern::Cycles;
        sum.terms.emplace_back(result_.columns.processors[p], -size);
        sum.terms.emplace_back(delta, -1);
        sum.constant += size - space_lower(t);
        std::optional<int> cycle;
        if (cyclic) {
            AlignAxis const at = axis(t);
            bool const owned = at.kind == AlignAxis::Kind::Affine;
            cycle = owned ? column(fmt::format("c{}", at.array_dim + 1)) : helper(fmt::format("ct{}", t + 1));
            if (owned) result_.columns.cycle[as_size(at.array_dim)] = cycle;
            sum.terms.emplace_back(*cycle, -size * coords);
        }
        zero(sum);
        between(delta, 0, size - 1);
        local_address(t, delta, cycle, size, cyclic ? ceil_div(space_extent(t), size * coords) : 1);
    }

    /// Adds one alternative per coordinate, because each coordinate has its own bounds.
    void listed_blocks(std::size_t t, std::size_t p, ColumnSum const& theta, int delta) {
        std::vector<Index> const sizes = block_sizes(spec_.formats[t], space_extent(t), mapping_.grid().extents()[p]);
        std::vector<std::vector<Row>> all;
        Index first = space_lower(t);
        Index largest = 1;
        bool owner_found = false;
        for (std::size_t c = 0; c < sizes.size(); ++c) {
            ColumnSum place = theta; // delta = theta - first
            place.terms.emplace_back(delta, -1);
            place.constant -= first;
            std::vector<Row> const block{row({{{result_.columns.processors[p], 1}}, -static_cast<Index>(c) - 1}, true),
                                         row(place, true), row({{{delta, 1}}, 0}, false),
                                         row({{{delta, -1}}, sizes[c] - 1}, false)};
            result_.lines.back().constraints.push_back(fmt::format("{} == {}: {} <= {} <= {}, first {}",
                                                                   name_of(result_.columns.processors[p]), c + 1, 0, name_of(delta),
                                                                   sizes[c] - 1, first));
            add_alternatives(block, all);
            if (sizes[c] > 0 && !owner_found) {
                owner_found = true;
                result_.primary[p] = static_cast<Index>(c) + 1;
            }
            first += sizes[c];
            largest = std::max(largest, sizes[c]);
        }
        result_.alternatives = std::move(all);
        local_address(t, delta, std::nullopt, largest, 1);
    }

    /// Adds |s|*(l - room*cycle - 1) = delta - eta with 0 <= eta < |s| (Fig. 4 and the last line of Fig. 5).
    void local_address(std::size_t t, int delta, std::optional<int> cycle, Index size, Index cycles) {
        AlignAxis const at = axis(t);
        if (at.kind != AlignAxis::Kind::Affine) return;
        auto const d = as_size(at.array_dim);
        Index const stride = std::abs(at.stride);
        Index const room = ceil_div(size, stride);
        heading(fmt::format("{}' (local)", spec_.array.name));
        ColumnSum sum{{{result_.columns.local[d], stride}, {delta, -1}}, -stride};
        if (cycle) sum.terms.emplace_back(*cycle, -stride * room);
        if (stride > 1) {
            int const eta = helper(fmt::format("e{}", d + 1));
            sum.terms.emplace_back(eta, 1);
            zero(sum);
            between(eta, 0, stride - 1);
        } else {
            zero(sum);
        }
        result_.allocation[d] = room * cycles;
        between(result_.columns.local[d], 1, result_.allocation[d]);
        located_[d] = true;
    }

    void undistributed(std::size_t d) {
        if (located_[d]) return;
        heading(fmt::format("{}' (local)", spec_.array.name));
        zero({{{result_.columns.local[d], 1}, {result_.columns.array[d], -1}}, spec_.array.lower[d] - 1});
        result_.allocation[d] = spec_.array.extents[d];
    }

    /// Adds the distribution of processors to I/O processors, which is like that of elements to processors (Fig. 12).
    Result<void> io_processors() {
        std::size_t io_dim = 0;
        for (std::size_t p = 0; p < io_->formats.size(); ++p) {
            DistFormat const& format = io_->formats[p];
            if (!format.is_distributed()) continue;
            Index const there = io_->io_processors.extents[io_dim++];
            int const q = column(fmt::format("q{}", io_dim));
            result_.columns.io[p] = q;
            heading(io_->io_processors.name);
            between(q, 1, there);
            heading(fmt::format("{} to {}", io_->io_processors.name, io_->processors.name));
            if (auto const size = format.equal_block(mapping_.grid().extents()[p], there))
                io_blocks(p, q, io_dim, there, *size);
            else if (auto const done = io_list(p, q, there); !done)
                return done;
        }
        return {};
    }

    void io_blocks(std::size_t p, int q, std::size_t io_dim, Index there, Index size) {
        bool const cyclic = io_->formats[p].info().pattern == FormatPattern::Cycles;
        int const delta = helper(fmt::format("dio{}", io_dim));
        ColumnSum sum{{{result_.columns.processors[p], 1}, {q, -size}, {delta, -1}}, size - 1};
        if (cyclic) sum.terms.emplace_back(helper(fmt::format("cio{}", io_dim)), -size * there);
        zero(sum);
        between(delta, 0, size - 1);
    }

    /// Adds, for other formats, one alternative per run of processors with the same I/O processor.
    Result<void> io_list(std::size_t p, int q, Index there) {
        auto const owners = TRY(DimMapping::distributed(io_->formats[p], mapping_.grid().extents()[p], there));
        int const processor = result_.columns.processors[p];
        std::vector<std::vector<Row>> all;
        for (Index first = 0; first < owners.extent();) {
            auto const [run, owner] = owners.segment_at(first);
            std::vector<Row> const block{row({{{q, 1}}, -owner - 1}, true), row({{{processor, 1}}, -run.begin - 1}, false),
                                         row({{{processor, -1}}, run.end}, false)};
            result_.lines.back().constraints.push_back(
                fmt::format("{} == {}: {} <= {} <= {}", name_of(q), owner + 1, run.begin + 1, name_of(processor), run.end));
            add_alternatives(block, all);
            first = run.end;
        }
        result_.alternatives = std::move(all);
        return {};
    }

    /// Appends to `all` each of the alternatives so far, extended by these rows.
    void add_alternatives(std::vector<Row> const& rows, std::vector<std::vector<Row>>& all) const {
        for (auto const& alternative : result_.alternatives) {
            all.push_back(alternative);
            all.back().insert(all.back().end(), rows.begin(), rows.end());
        }
    }

    Mapping const& mapping_;
    MappingSpec const& spec_;
    IoDistribution const* io_;
    RegionStatement const& statement_;
    MappingConstraints result_;
    std::vector<Row> rows_; // rows that hold in every alternative
    std::vector<bool> located_;
    std::size_t next_processor_ = 0;
};

} // namespace

Result<MappingConstraints> mapping_constraints(Mapping const& mapping, IoDistribution const* io, RegionStatement const& statement) {
    return ConstraintMaker(mapping, io, statement).run();
}

std::vector<Index> block_sizes(DistFormat const& format, Index extent, Index coords) {
    auto const blocks = DimMapping::distributed(format, extent, coords);
    std::vector<Index> sizes;
    for (Index coord = 0; coord < coords; ++coord) sizes.push_back(blocks->count(coord));
    return sizes;
}

std::string row_text(Row const& row, std::vector<std::string> const& columns, std::vector<std::string> const& parameters) {
    // The texts of region statements have the same form, so text_of can print the row.
    RegionStatement names;
    names.dummies = columns;
    names.parameters = parameters;
    RegionCondition condition;
    condition.kind = row.equal ? RegionCondition::Kind::Zero : RegionCondition::Kind::NotNegative;
    condition.form.coefficients = row.dims;
    condition.form.coefficients.resize(columns.size(), 0);
    condition.form.coefficients.insert(condition.form.coefficients.end(), row.parameters.begin(), row.parameters.end());
    condition.form.constant = row.constant;
    return text_of(condition, names);
}

} // namespace tessera::isl
