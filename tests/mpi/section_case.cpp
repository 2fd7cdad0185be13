// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random sections of random files, wanted by random ranks, and what must be where afterwards.
#include "tests/mpi/section_case.hpp"

#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/set_oracle.hpp"

#include <array>
#include <numeric>

namespace tessera::oracle {

namespace {

constexpr std::byte pattern{0x5A};

/// Strides of a gapless box, the fastest dimension first in the permutation.
Extents strides_of(Extents const& shape, std::vector<Index> const& permutation, Index element) {
    Extents strides(shape.size());
    for (Index const d : permutation) {
        strides[static_cast<std::size_t>(d)] = element;
        element *= shape[static_cast<std::size_t>(d)];
    }
    return strides;
}

Index product(Extents const& factors) {
    return std::accumulate(factors.begin(), factors.end(), Index{1}, std::multiplies());
}

SectionEnd packed_end(BoxSet section, Index element) {
    std::vector<int> permutation;
    auto const order = random_order(std::ssize(section.dims()));
    for (Index const d : order) permutation.push_back(static_cast<int>(d));
    SectionEnd end{section, ElementLocation::packed(section, permutation, element), {}, section.count() * element};
    end.offset = [section, strides = strides_of(section.shape(), order, element)](Extents const& index) {
        Index offset = 0;
        for (std::size_t d = 0; d < index.size(); ++d) {
            Index before = 0;
            for (Index x = 0; x < index[d]; ++x) before += section.dims()[d].contains(x) ? 1 : 0;
            offset += before * strides[d];
        }
        return offset;
    };
    return end;
}

/// As in an array that is there whole, now and then backwards.
SectionEnd spread_end(BoxSet section, Extents const& extents, Index element) {
    auto const strides = strides_of(extents, random_order(std::ssize(extents)), element);
    SectionEnd end{std::move(section), {}, {}, product(extents) * element};
    std::vector<bool> backwards;
    for (std::size_t d = 0; d < extents.size(); ++d) {
        backwards.push_back(one_in(4));
        end.place.sides.push_back(backwards[d] ? AxisSide::affine(extents[d] - 1, -1, strides[d])
                                               : AxisSide::affine(0, 1, strides[d]));
    }
    end.offset = [=](Extents const& index) {
        Index offset = 0;
        for (std::size_t d = 0; d < index.size(); ++d) offset += (backwards[d] ? extents[d] - 1 - index[d] : index[d]) * strides[d];
        return offset;
    };
    return end;
}

SectionEnd stored_end(BoxSet const& section, Mapping const& mapping, Index position, Index element) {
    std::vector<int> permutation;
    for (Index const d : random_order(mapping.dims())) permutation.push_back(static_cast<int>(d));
    LocalLayout const layout(mapping, position, permutation);
    SectionEnd end{
        intersection(section, layout.owned()), ElementLocation::in(layout, element), {}, layout.allocation_size() * element};
    end.offset = [=](Extents const& index) { return layout.offset(layout.global_to_local(index).value()) * element; };
    return end;
}

/// Any number of the job's ranks, each with a section of its own or all with the same.
void add_free_sections(SectionCase& made) {
    Extents const& extents = made.file.layout.shape().extents;
    auto const order = random_order(job_size());
    bool const common = one_in(3);
    BoxSet const first = random_section(extents);
    for (Index i = between(1, job_size()); i > 0; --i) {
        auto const rank = static_cast<Rank>(order[static_cast<std::size_t>(i - 1)]);
        BoxSet section = common ? first : random_section(extents);
        made.ends[rank] =
            one_in(2) ? packed_end(std::move(section), made.element()) : spread_end(std::move(section), extents, made.element());
    }
}

/// What each rank owns of a mapping, or a section of it.
void add_owned_sections(SectionCase& made) {
    Extents const& extents = made.file.layout.shape().extents;
    MappingSpec spec = random_mapping_spec(extents, job_size());
    if (one_in(2))
        for (std::size_t d = 0; d < extents.size(); ++d) spec.array.shadow.push_back({between(0, 2), between(0, 2)});
    Mapping const mapping = Mapping::make(spec).value();
    BoxSet const section =
        one_in(2) ? random_section(extents) : BoxSet(std::vector(extents.size(), PeriodicSet::interval({0, 1000})));
    for (Index position = 0; position < mapping.grid().size(); ++position)
        if (mapping.holds(position))
            made.ends[mapping.grid().rank(position)] = stored_end(section, mapping, position, made.element());
}

Index number_of(SectionCase const& made, Extents const& index) {
    Index number = 0;
    for (std::size_t d = 0; d < index.size(); ++d) number = number * made.file.layout.shape().extents[d] + index[d];
    return number;
}

/// Calls visit(position, index, number) for every element of the section that the file stores.
template <class Visit>
void for_each_element(SectionCase const& made, BoxSet const& section, Visit const& visit) {
    for (std::size_t p = 0; p < made.file.index.size(); ++p) {
        auto const& index = made.file.index[p];
        if (index && section.contains(*index)) visit(p, *index, number_of(made, *index));
    }
}

} // namespace

SectionCase random_section_case() {
    SectionCase made{random_file(3), {}, nullptr};
    bool const has_dims = made.file.layout.dims() > 0;
    has_dims&& one_in(3) ? add_owned_sections(made) : add_free_sections(made);
    std::vector<RankSection> sections;
    for (auto const& [rank, end] : made.ends) sections.push_back({rank, end.section});
    made.fad = std::make_shared<Fad const>(made.file.layout, std::move(sections));
    return made;
}

std::optional<IoPlan> random_io_plan(SectionCase const& made, IoDirection direction) {
    IoSettings settings;
    settings.access = std::array{Access::Direct, Access::Sieve, Access::TwoPhase}[static_cast<std::size_t>(between(0, 2))];
    settings.direct = one_in(2) ? DirectUnit::Run : DirectUnit::Element;
    settings.sieve.shape =
        std::array{SieveShape::WholeSlabs, SieveShape::BoundingBytes, SieveShape::OneSlab}[static_cast<std::size_t>(between(0, 2))];
    // Direct requests that take a detour are not to be cut: the counts of the plan know nothing of it.
    settings.sieve.buffer_bytes = settings.access == Access::Direct ? 1 << 20 : made.element() * between(1, one_in(2) ? 12 : 200);
    DomainSettings& domains = settings.domains;
    domains.kind =
        std::array{DomainKind::Static, DomainKind::Dynamic, DomainKind::BlockCyclic}[static_cast<std::size_t>(between(0, 2))];
    domains.unit = std::array{FileUnit::Auto, FileUnit::Slab, FileUnit::Chunk, FileUnit::Bytes,
                              FileUnit::Element}[static_cast<std::size_t>(between(0, 4))];
    domains.unit_bytes = made.element() * between(1, 10);
    domains.block = between(1, 5);
    if (one_in(2)) // any ranks, those that want nothing too
        for (Index const rank : random_order(job_size())) domains.ranks.push_back(static_cast<Rank>(rank));
    Index const candidates = domains.ranks.empty() ? std::ssize(made.ends) : job_size();
    if (one_in(2)) domains.aggregators = between(1, std::max<Index>(1, candidates));
    auto plan = IoPlan::make(made.fad, direction, settings);
    return plan ? std::optional(*std::move(plan)) : std::nullopt;
}

void write_value(int owner, Index number, std::byte* element, Index element_bytes) {
    auto bits = static_cast<std::uint64_t>(number * 64 + owner + 1) * 0x9E3779B97F4A7C15U;
    for (Index b = 0; b < element_bytes; ++b) element[b] = static_cast<std::byte>(bits >> (56 - 8 * b));
}

Bytes old_file(SectionCase const& made) {
    Bytes bytes(static_cast<std::size_t>(made.file_bytes()), pattern);
    for (std::size_t p = 0; p < made.file.index.size(); ++p)
        if (auto const& index = made.file.index[p])
            write_value(old_content, number_of(made, *index), bytes.data() + made.file.byte[p], made.element());
    return bytes;
}

Bytes memory_of(SectionCase const& made, Rank rank) {
    auto const end = made.ends.find(rank);
    if (end == made.ends.end()) return {};
    Bytes bytes(static_cast<std::size_t>(end->second.bytes), pattern);
    for_each_element(made, end->second.section, [&](std::size_t, Extents const& index, Index number) {
        write_value(rank, number, bytes.data() + end->second.offset(index), made.element());
    });
    return bytes;
}

Bytes memory_after_reading(SectionCase const& made, Rank rank) {
    Bytes bytes = memory_of(made, rank);
    if (bytes.empty()) return bytes;
    SectionEnd const& end = made.ends.at(rank);
    for_each_element(made, end.section, [&](std::size_t, Extents const& index, Index number) {
        write_value(old_content, number, bytes.data() + end.offset(index), made.element());
    });
    return bytes;
}

bool is_written(SectionCase const& made, Bytes const& found) {
    Bytes expected = old_file(made);
    if (found.size() != expected.size()) return false;
    for (auto const& [rank, end] : made.ends) // ascending: the highest wins
        for_each_element(made, end.section, [&, value = rank](std::size_t p, Extents const&, Index number) {
            write_value(value, number, expected.data() + made.file.byte[p], made.element());
        });
    for (std::size_t p = 0; p < made.file.index.size(); ++p)
        if (!made.file.index[p])
            std::copy_n(found.begin() + made.file.byte[p], made.element(), expected.begin() + made.file.byte[p]);
    return found == expected;
}

} // namespace tessera::oracle
