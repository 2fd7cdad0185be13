// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which elements the ranks name in distcomm send and get, and what must come of it.
#include "cli/distcomm/named_elements.hpp"

#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/comm/collectives/reduction_data.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/elements/generated_data.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <map>
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

/// Writes the value of an element with a storage-order number.
std::function<void(Index, std::byte*)> value_writer(ArraySpec const& array, std::optional<Combiner> const& combiner) {
    if (combiner) return [data = ReductionData(array, combiner->op())](Index k, std::byte* to) { data.write(k, to); };
    return [data = GeneratedData(array)](Index k, std::byte* to) { data.write(k, to); };
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

std::vector<Index> NamedElements::active_elements_of(Index position) const {
    std::vector<Index> elements;
    if (!mapping_.holds(position) || mapping_.replica(position) != 0) return elements;
    LocalLayout const layout(mapping_, position);
    std::vector<bool> active(as_size(layout.allocation_size()), false);
    for_each_stretch(settings_.context(position), layout,
                     [&](Index, Index offset, Index count) { std::fill_n(active.begin() + offset, count, true); });
    owned_elements(mapping_.array(), layout).for_each([&](Index from, Index linear) {
        if (active[as_size(from / element_bytes())]) elements.push_back(linear);
    });
    return elements;
}

std::vector<Index> NamedElements::of(std::optional<Index> position) const {
    auto elements = position ? active_elements_of(*position) : std::vector<Index>();
    for (Index& element : elements) element = named_by(element);
    return elements;
}

std::vector<std::byte> NamedElements::values_to_send(std::optional<Index> position, std::optional<Combiner> const& combiner) const {
    auto const elements = position ? active_elements_of(*position) : std::vector<Index>();
    auto const write = value_writer(mapping_.array(), combiner);
    std::vector<std::byte> values(elements.size() * as_size(element_bytes()));
    for (std::size_t i = 0; i < elements.size(); ++i) write(elements[i], values.data() + i * as_size(element_bytes()));
    return values;
}

void NamedElements::prepare_to_receive(CommArray& array, std::optional<Combiner> const& combiner) const {
    if (!array.layout()) return;
    Index const size = array.layout()->allocation_size();
    if (combiner)
        combiner->fill_identity(array.data(), size);
    else
        std::fill_n(array.data(), size * element_bytes(), std::byte{0});
}

void NamedElements::prepare_to_give(CommArray& array) const {
    if (array.layout()) GeneratedData(mapping_.array()).fill(*array.layout(), array.data());
}

std::vector<std::byte> NamedElements::sent_by_one_process(std::optional<Combiner> const& combiner) const {
    std::vector<std::byte> whole(as_size(mapping_.volume() * element_bytes()));
    if (combiner) combiner->fill_identity(whole.data(), mapping_.volume());
    std::map<Rank, Index> positions; // ascending ranks: the last value stays
    for (Index position = 0; position < mapping_.grid().size(); ++position) positions[mapping_.grid().rank(position)] = position;
    auto const write = value_writer(mapping_.array(), combiner);
    std::vector<std::byte> value(as_size(element_bytes()));
    for (auto const& [rank, position] : positions) {
        for (Index const element : active_elements_of(position)) {
            std::byte* const to = whole.data() + named_by(element) * element_bytes();
            write(element, value.data());
            if (combiner)
                combiner->combine(to, value.data(), to, 1);
            else
                std::memcpy(to, value.data(), value.size());
        }
    }
    return whole;
}

Result<void> NamedElements::check_array(CommArray const& array, std::optional<Combiner> const& combiner) const {
    if (!array.layout()) return {};
    auto const expected = sent_by_one_process(combiner);
    std::optional<Index> wrong;
    owned_elements(mapping_.array(), *array.layout()).for_each([&](Index from, Index linear) {
        if (wrong) return;
        if (std::memcmp(array.data() + from, expected.data() + linear * element_bytes(), as_size(element_bytes())) != 0)
            wrong = linear;
    });
    if (!wrong) return {};
    return fail(fmt::format("element number {} of {} is not what one process makes of it", *wrong, mapping_.array().name));
}

Result<void> NamedElements::check_values(std::span<std::byte const> values, std::span<Index const> indices) const {
    GeneratedData const data(mapping_.array());
    std::vector<std::byte> expected(as_size(element_bytes()));
    for (std::size_t i = 0; i < indices.size(); ++i) {
        data.write(indices[i], expected.data());
        if (std::memcmp(values.data() + i * expected.size(), expected.data(), expected.size()) != 0)
            return fail(fmt::format("a value that was got is not element number {} of {}", indices[i], mapping_.array().name));
    }
    return {};
}

} // namespace tessera::cli
