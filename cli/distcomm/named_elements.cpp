// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which elements the ranks name in distcomm send and get, and what must come of it.
#include "cli/distcomm/named_elements.hpp"

#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/elements/element_walk.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace tessera::cli {
namespace {

std::uint64_t mixed(Index number) {
    auto bits = static_cast<std::uint64_t>(number) + 0x9E3779B97F4A7C15U;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBU;
    return bits ^ (bits >> 31);
}

/// A step through [0, volume) that comes by everywhere once, and jumps far.
Index step_through(Index volume) {
    for (Index step = volume / 3 + volume / 7 + 1;; ++step)
        if (std::gcd(step, volume) == 1) return step;
}

} // namespace

Index NamedElements::named_by(Index element) const {
    Index const volume = mapping_.volume();
    if (pattern_ == "permuted") {
        // (element * step + 7) mod volume, whose product may need more than 64 bits.
        auto const product = static_cast<__uint128_t>(element) * static_cast<__uint128_t>(step_through(volume)) + 7;
        return static_cast<Index>(product % static_cast<__uint128_t>(volume));
    }
    Index const among = pattern_ == "few" ? std::max<Index>(volume / 100, 1) : volume;
    return static_cast<Index>(mixed(element) % static_cast<std::uint64_t>(among));
}

std::vector<NamedElements::Element> NamedElements::active_elements_of(Index position) const {
    std::vector<Element> elements;
    if (!mapping_.holds(position) || mapping_.replica(position) != 0) return elements;
    LocalLayout const layout(mapping_, position);
    std::vector<bool> active(as_size(layout.allocation_size()), false);
    for_each_stretch(settings_.context(position), layout,
                     [&](Index, Index offset, Index count) { std::fill_n(active.begin() + offset, count, true); });
    owned_elements(mapping_.array(), layout).for_each([&](Index from, Index linear) {
        if (active[as_size(from / element_bytes())]) elements.push_back({linear, from});
    });
    return elements;
}

std::vector<Index> NamedElements::of(std::optional<Index> position) const {
    std::vector<Index> named;
    if (!position) return named;
    for (Element const& element : active_elements_of(*position)) named.push_back(named_by(element.linear));
    return named;
}

std::vector<std::byte> NamedElements::own_values(CommArray const& source) const {
    std::vector<std::byte> values;
    if (!source.position()) return values;
    for (Element const& element : active_elements_of(*source.position()))
        values.insert(values.end(), source.data() + element.place, source.data() + element.place + element_bytes());
    return values;
}

void NamedElements::put_values(std::span<std::byte const> values, CommArray& target) const {
    if (!target.position()) return;
    std::byte const* next = values.data();
    for (Element const& element : active_elements_of(*target.position())) {
        std::memcpy(target.data() + element.place, next, as_size(element_bytes()));
        next += element_bytes();
    }
}

void NamedElements::prepare_to_receive(CommArray& array, std::optional<Combiner> const& combiner) const {
    if (!array.layout()) return;
    Index const size = array.layout()->allocation_size();
    if (combiner)
        combiner->fill_identity(array.data(), size);
    else
        std::fill_n(array.data(), size * element_bytes(), std::byte{0});
}

/// Calls visit(element, the one it names) in the order of the ranks, whose later values stay.
template <class Visit>
void NamedElements::for_each_naming(Visit const& visit) const {
    std::map<Rank, Index> positions;
    for (Index position = 0; position < mapping_.grid().size(); ++position) positions[mapping_.grid().rank(position)] = position;
    for (auto const& [rank, position] : positions)
        for (Element const& element : active_elements_of(position)) visit(element.linear, named_by(element.linear));
}

NamedElements::Sent NamedElements::sent_by_one_process(CommData const& data, std::optional<Combiner> const& combiner) const {
    Sent sent;
    sent.whole.resize(as_size(mapping_.volume() * element_bytes()));
    if (combiner) combiner->fill_identity(sent.whole.data(), mapping_.volume());
    std::vector<std::byte> value(as_size(element_bytes()));
    for_each_naming([&](Index element, Index named) {
        std::byte* const to = sent.whole.data() + named * element_bytes();
        data.write(element, value.data());
        if (!combiner) {
            std::memcpy(to, value.data(), value.size());
            return;
        }
        combiner->combine(to, value.data(), to, 1);
        if (settings_.in) sent.bounds.try_emplace(named, *combiner, true).first->second.add(value.data());
    });
    return sent;
}

Result<void> NamedElements::check_array(CommArray const& array, CommData const& data,
                                        std::optional<Combiner> const& combiner) const {
    if (!array.layout()) return {};
    Sent const sent = sent_by_one_process(data, combiner);
    std::optional<Index> wrong;
    owned_elements(mapping_.array(), *array.layout()).for_each([&](Index from, Index linear) {
        if (wrong) return;
        std::byte const* const found = array.data() + from;
        std::byte const* const expected = sent.whole.data() + linear * element_bytes();
        auto const bound = sent.bounds.find(linear);
        bool const same = bound != sent.bounds.end() ? bound->second.allows(found, expected)
                                                     : std::memcmp(found, expected, as_size(element_bytes())) == 0;
        if (!same) wrong = linear;
    });
    if (!wrong) return {};
    return fail(fmt::format("element number {} of {} is not what one process makes of it", *wrong, mapping_.array().name));
}

Result<void> NamedElements::check_values(std::span<std::byte const> values, std::span<Index const> indices,
                                         CommData const& data) const {
    std::vector<std::byte> expected(as_size(element_bytes()));
    for (std::size_t i = 0; i < indices.size(); ++i) {
        data.write(indices[i], expected.data());
        if (std::memcmp(values.data() + i * expected.size(), expected.data(), expected.size()) != 0)
            return fail(fmt::format("a value that was got is not element number {} of {}", indices[i], mapping_.array().name));
    }
    return {};
}

} // namespace tessera::cli
