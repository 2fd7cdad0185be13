// SPDX-License-Identifier: BSD-3-Clause
// Tessera: keywords of `!dist$ io`, and the section that a rank accesses.
#include "libcore/spec/io_statement.hpp"

#include "libcore/spec/detail/io_statements.hpp"
#include "libcore/spec/detail/triplets.hpp"
#include "libcore/spec/words.hpp"

#include <array>
#include <cassert>
#include <tuple>

namespace tessera {

namespace {

template <class Value, std::size_t count>
std::optional<Value> named(std::array<Value, count> const& values, std::string_view name) {
    for (Value const value : values)
        if (notation::same_word(name_of(value), name)) return value;
    return std::nullopt;
}

} // namespace

bool operator==(IoStatement const& a, IoStatement const& b) {
    auto const said = [](IoStatement const& io) {
        return std::tie(io.direction, io.array, io.section, io.each, io.state_here, io.order, io.chunk, io.access, io.domains,
                        io.block, io.aggregators, io.memory);
    };
    return said(a) == said(b) && (a.state_here || a.state == b.state);
}

std::string_view name_of(IoDirection direction) {
    return direction == IoDirection::Read ? "read" : "write";
}

std::string_view name_of(Access access) {
    switch (access) {
    case Access::Direct:
        return "direct";
    case Access::Sieve:
        return "sieve";
    case Access::TwoPhase:
        return "two-phase";
    }
    return "";
}

std::string_view name_of(DomainKind kind) {
    switch (kind) {
    case DomainKind::Static:
        return "static";
    case DomainKind::Dynamic:
        return "dynamic";
    case DomainKind::BlockCyclic:
        return "cyclic";
    }
    return "";
}

std::optional<Access> access_named(std::string_view name) {
    return named(std::array{Access::Direct, Access::Sieve, Access::TwoPhase}, name);
}

std::optional<DomainKind> domain_kind_named(std::string_view name) {
    return named(std::array{DomainKind::Static, DomainKind::Dynamic, DomainKind::BlockCyclic}, name);
}

std::vector<CopyMap::Range> section_of(IoStatement const& statement, ArraySpec const& array, Rank p) {
    std::vector<CopyMap::Range> ranges;
    for (std::size_t d = 0; d < array.extents.size(); ++d) {
        RankTriplet const range = statement.section.empty() ? RankTriplet{} : statement.section[d];
        auto const triplet = notation::triplet_of(range, p);
        assert(triplet && "the parser has seen that it fits");
        auto const closed = notation::resolved_triplet(*triplet, array.lower[d], array.extents[d], array.order == StorageOrder::C);
        assert(closed && "the parser has seen that it fits");
        ranges.push_back({closed->first - array.lower[d], closed->stride, closed->count});
    }
    return ranges;
}

} // namespace tessera
