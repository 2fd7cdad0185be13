// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bytes on each link of a network, predicted and counted.
#include "cli/distbench/link_counters.hpp"

#include "libcore/network/link_loads.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <stdexcept>

namespace tessera::cli {
namespace {

constexpr double busy_share = 0.25; // share of the busiest link's bytes

[[noreturn]] void unreadable(std::string const& command, std::string const& why) {
    throw std::runtime_error(fmt::format("--counters '{}': {}", command, why));
}

std::string output_of(std::string const& command) {
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) unreadable(command, "cannot be started");
    std::string text;
    std::array<char, 4096> piece{};
    for (std::size_t got = 1; got > 0;) {
        got = std::fread(piece.data(), 1, piece.size(), pipe);
        text.append(piece.data(), got);
    }
    if (::pclose(pipe) != 0) unreadable(command, "failed");
    return text;
}

/// Returns the bytes of the document's links by link number. Links without a number are not in the topology.
std::vector<Index> bytes_of(nlohmann::json const& document, Topology const& topology) {
    auto const links = topology.links();
    std::vector<Index> bytes(links.size(), -1);
    for (auto const& entry : document.at("links")) {
        if (entry.at("link").is_null()) continue;
        auto const number = entry.at("link").get<std::size_t>();
        if (number >= links.size()) throw std::runtime_error(fmt::format("it has a link {}, {} has not", number, topology.name()));
        auto const ends = std::pair(topology.label(links[number].from), topology.label(links[number].to));
        if (ends != std::pair(entry.at("from").get<std::string>(), entry.at("to").get<std::string>()))
            throw std::runtime_error(fmt::format("its link {} is not the one from {} to {}", number, ends.first, ends.second));
        bytes[number] = entry.at("bytes").get<Index>();
    }
    auto const missing = std::ranges::find(bytes, -1);
    if (missing != bytes.end()) throw std::runtime_error(fmt::format("it lacks link {}", missing - bytes.begin()));
    return bytes;
}

} // namespace

LinkBytes::Ratios LinkBytes::ratios() const {
    Index const busiest = std::ranges::max(predicted);
    Ratios result{.all = static_cast<double>(std::accumulate(counted.begin(), counted.end(), Index{0})) /
                         static_cast<double>(std::accumulate(predicted.begin(), predicted.end(), Index{0}))};
    for (std::size_t link = 0; link < predicted.size(); ++link) {
        if (static_cast<double>(predicted[link]) < busy_share * static_cast<double>(busiest)) continue;
        double const ratio = static_cast<double>(counted[link]) / static_cast<double>(predicted[link]);
        result.least = result.least == 0 ? ratio : std::min(result.least, ratio);
        result.largest = std::max(result.largest, ratio);
    }
    return result;
}

void LinkBytes::write(JsonWriter& json) const {
    json.begin_object();
    json.entry("predicted", std::span<Index const>(predicted));
    json.entry("counted", std::span<Index const>(counted));
    json.end_object();
}

std::vector<Index> predicted_link_bytes(Schedule const& schedule, Site const& site) {
    std::vector<Index> bytes(site.topology->links().size(), 0);
    LoadCounter counter(*site.topology, site.placement);
    for (int step = 0; step < schedule.steps(); ++step) {
        StepLoads const& loads = counter.count(schedule, step);
        std::ranges::transform(bytes, loads.bytes, bytes.begin(), std::plus<>());
    }
    return bytes;
}

std::vector<Index> LinkCounters::read(Topology const& topology) const {
    auto const document = nlohmann::json::parse(output_of(command_), nullptr, false);
    if (document.is_discarded()) unreadable(command_, "prints no JSON");
    try {
        return bytes_of(document, topology);
    } catch (std::exception const& error) {
        unreadable(command_, error.what());
    }
}

} // namespace tessera::cli
