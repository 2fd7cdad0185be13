// SPDX-License-Identifier: BSD-3-Clause
// Tessera: JSON index sets taken apart into single indices, for tests of reports.
#pragma once

#include "libcore/report/sink.hpp"

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace tessera {

using UserIndex = std::vector<std::int64_t>;

/// What a report writes, as text.
inline std::string written(std::function<void(Sink const&)> const& report) {
    std::string text;
    report([&](std::string_view piece) { text += piece; });
    return text;
}

inline nlohmann::json parsed(std::function<void(Sink const&)> const& report) {
    return nlohmann::json::parse(written(report));
}

/// The indices of a list of FALLS.
inline std::vector<std::int64_t> indices_of(nlohmann::json const& list) {
    std::vector<std::int64_t> indices;
    for (auto const& falls : list)
        for (std::int64_t block = 0; block < falls["count"]; ++block)
            for (std::int64_t i = falls["first"]; i <= falls["last"]; ++i)
                indices.push_back(i + block * falls["stride"].get<std::int64_t>());
    return indices;
}

/// The product of all dimensions, in the user's bounds.
inline std::set<UserIndex> elements_of(nlohmann::json const& dims) {
    std::set<UserIndex> elements{{}};
    for (auto const& dim : dims) {
        std::set<UserIndex> longer;
        for (UserIndex const& prefix : elements)
            for (std::int64_t const index : indices_of(dim)) {
                UserIndex element = prefix;
                element.push_back(index);
                longer.insert(element);
            }
        elements = std::move(longer);
    }
    return elements;
}

} // namespace tessera
