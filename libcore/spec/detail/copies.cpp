// SPDX-License-Identifier: BSD-3-Clause
// Tessera: resolves copy statements.
#include "libcore/spec/detail/copies.hpp"

#include "libcore/spec/detail/triplets.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

/// One subscript of the source or the target, inside its array.
struct Subscript {
    CopySide side;
    Index count = 0;
    bool scalar = false;
    std::string dummy; ///< lower case; empty for an unnamed range
    Place place;
};

class CopyResolver {
  public:
    explicit CopyResolver(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    std::optional<CopyMap> run(CopyNode const& node, ArraySpec const& target, ArraySpec const& source) {
        if (node.reshapes) return reshape(node, target, source);
        std::vector<Subscript> const to = subscripts(node.target, target);
        from_ = subscripts(node.source, source);
        taken_.assign(from_.size(), false);
        for (Subscript const& subscript : to)
            if (!diagnostics_.failed()) map_.axes.push_back(axis(subscript, source.name));
        for (std::size_t i = 0; i < from_.size(); ++i) {
            bool const alone = !from_[i].scalar && !taken_[i];
            if (from_[i].scalar) map_.axes.push_back({1, from_[i].side, std::nullopt});
            if (alone && node.adds) add_up(from_[i], *node.adds);
            if (alone && !node.adds)
                diagnostics_.fail(from_[i].place,
                                  fmt::format("no index of {} corresponds to this dimension of {}", target.name, source.name));
        }
        if (diagnostics_.failed()) return std::nullopt;
        return std::move(map_);
    }

    std::optional<ArraySpec> made(CopyNode const& node, ArraySpec const& source) {
        if (node.adds) diagnostics_.fail(node.place, "a copy from file to file cannot add up elements; use redist");
        if (node.reshapes) diagnostics_.fail(node.place, "a copy from file to file cannot reshape an array; use redist");
        from_ = subscripts(node.source, source);
        taken_.assign(from_.size(), false);
        ArraySpec target{node.target.array.text, source.type, {}, {}, source.order, {}};
        std::vector<CopySubscript> written = node.target.subscripts;
        if (written.empty()) written.resize(as_size(std::ranges::count(from_, false, &Subscript::scalar)));
        for (CopySubscript const& each : written)
            if (!diagnostics_.failed()) add_dimension(target, each, source);
        if (diagnostics_.failed()) return std::nullopt;
        return target;
    }

  private:
    std::optional<CopyMap> reshape(CopyNode const& node, ArraySpec const& target, ArraySpec const& source) {
        for (CopyOperand const* const end : {&node.target, &node.source})
            for (CopySubscript const& each : end->subscripts) check_whole(each, target.name, source.name);
        if (target.addends || source.addends) diagnostics_.fail(node.place, "a reshape cannot move addends; add them up first");
        if (diagnostics_.failed()) return std::nullopt;
        auto map = CopyMap::reshape(source, target);
        if (!map) diagnostics_.fail(node.place, map.error().message);
        return map ? std::optional(*std::move(map)) : std::nullopt;
    }

    void check_whole(CopySubscript const& written, std::string const& target, std::string const& source) {
        Triplet const& range = written.range;
        if (!written.dummy && !range.scalar && !range.first && !range.last && range.stride == 1) return;
        diagnostics_.fail(range.place, fmt::format("a reshape copies whole arrays; write {} = reshape({})", target, source));
    }

    void add_dimension(ArraySpec& target, CopySubscript const& written, ArraySpec const& source) {
        Triplet const& range = written.range;
        if (range.scalar) {
            target.lower.push_back(range.first.value_or(0));
            target.extents.push_back(1);
            return;
        }
        if (range.first || range.last || range.stride != 1)
            return diagnostics_.fail(range.place,
                                     "the new array has the extent of the copied section; expected a dummy or ':' here");
        Subscript whole{{}, 0, false, written.dummy ? lower(written.dummy->text) : std::string(), range.place};
        auto const partner = find_partner(whole);
        if (partner == from_.size()) return no_partner(whole, source.name);
        taken_[partner] = true;
        target.lower.push_back(source.order == StorageOrder::C ? 0 : 1);
        target.extents.push_back(from_[partner].count);
    }

    void add_up(Subscript const& from, ReduceOp op) {
        if (from.count == 0) diagnostics_.fail(from.place, "a sum needs at least one index");
        map_.axes.push_back({from.count, from.side, std::nullopt});
        if (from.count > 1) map_.op = op; // a reduction of one element is a plain copy
    }

    void no_partner(Subscript const& to, std::string const& source) {
        diagnostics_.fail(to.place, to.dummy.empty() ? fmt::format("no range of {} corresponds to this one", source)
                                                     : fmt::format("'{}' is not a dummy of {}", to.dummy, source));
    }

    std::vector<Subscript> subscripts(CopyOperand const& end, ArraySpec const& array) {
        std::vector<Subscript> result;
        std::size_t const dims = array.extents.size();
        if (!end.subscripts.empty() && end.subscripts.size() != dims)
            diagnostics_.fail(end.array.place, dimension_mismatch(array.name, dims, end.subscripts.size(), "subscript"));
        for (std::size_t d = 0; d < dims && !diagnostics_.failed(); ++d) {
            CopySubscript whole;
            whole.range.place = end.array.place;
            result.push_back(subscript(end.subscripts.empty() ? whole : end.subscripts[d], array, d));
            check_dummy(result);
        }
        return result;
    }

    Subscript subscript(CopySubscript const& written, ArraySpec const& array, std::size_t d) {
        std::string const what = fmt::format("dimension {} of {}", d + 1, array.name);
        auto const range = checked_triplet(written.range, written.half_open, array.lower[d], array.extents[d], what, diagnostics_);
        return {{static_cast<int>(d), range.start, range.step},
                range.count,
                written.range.scalar,
                written.dummy ? lower(written.dummy->text) : std::string(),
                written.range.place};
    }

    void check_dummy(std::vector<Subscript> const& all) {
        std::string const& dummy = all.back().dummy;
        auto const same = [&](Subscript const& other) { return !dummy.empty() && other.dummy == dummy; };
        if (std::count_if(all.begin(), all.end() - 1, same) > 0)
            diagnostics_.fail(all.back().place, fmt::format("the dummy '{}' stands for two dimensions of one array", dummy));
    }

    CopyAxis axis(Subscript const& to, std::string const& source) {
        if (to.scalar) return {1, std::nullopt, to.side};
        auto const partner = find_partner(to);
        if (partner == from_.size()) {
            no_partner(to, source);
            return {};
        }
        taken_[partner] = true;
        Subscript const& from = from_[partner];
        if (from.count != to.count)
            diagnostics_.fail(
                to.place, fmt::format("{} indices here, but {} in {}; a copy needs the same number", to.count, from.count, source));
        return {to.count, from.side, to.side};
    }

    std::size_t find_partner(Subscript const& to) const {
        std::size_t i = 0;
        while (i < from_.size() && (taken_[i] || from_[i].scalar || from_[i].dummy != to.dummy)) ++i;
        return i;
    }

    Diagnostics& diagnostics_;
    std::vector<Subscript> from_;
    std::vector<bool> taken_; // source subscripts that have a partner
    CopyMap map_;
};

} // namespace

std::optional<CopyMap> resolve_copy(CopyNode const& node, ArraySpec const& target, ArraySpec const& source,
                                    Diagnostics& diagnostics) {
    return CopyResolver(diagnostics).run(node, target, source);
}

std::optional<ArraySpec> made_by_copy(CopyNode const& node, ArraySpec const& source, Diagnostics& diagnostics) {
    return CopyResolver(diagnostics).made(node, source);
}

} // namespace tessera::notation
