// SPDX-License-Identifier: BSD-3-Clause
// Tessera: machine profiles and their JSON.
#include "libcore/network/machine.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"
#include "libcore/network/topology.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

namespace tessera {

namespace {

using OrderedJson = nlohmann::basic_json<OrderedMembers>;

/// A unit of a quantity such as {"value": 75, "unit": "us"}.
struct Unit {
    std::string_view name;
    double factor; ///< factor to seconds, or to seconds per byte
};
constexpr Unit time_units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
constexpr Unit rates[] = {{"s/B", 1}, {"us/B", 1e-6}, {"ns/B", 1e-9}};

/// Returns the member in seconds (per byte), or nothing if it is absent.
Result<std::optional<double>> quantity(OrderedJson const& object, char const* name, std::span<Unit const> units,
                                       std::string const& where) {
    auto const member = object.find(name);
    if (member == object.end()) return std::nullopt;
    bool const complete = member->is_object() && member->contains("value") && (*member)["value"].is_number() &&
                          member->contains("unit") && (*member)["unit"].is_string();
    if (!complete)
        return fail(fmt::format("\"{}\" in {} must look like {{\"value\": 75, \"unit\": \"{}\"}}", name, where, units[0].name));
    auto const unit = std::ranges::find(units, (*member)["unit"].get<std::string>(), &Unit::name);
    if (unit == units.end())
        return fail(
            fmt::format("\"{}\" in {} has the unknown unit {}; use {}", name, where, (*member)["unit"].dump(), units[0].name));
    double const value = (*member)["value"].get<double>();
    if (!(value >= 0) || !std::isfinite(value))
        return fail(fmt::format("\"{}\" in {} is {}, but a cost cannot be negative", name, where, value));
    return value * unit->factor;
}

/// An optional quantity to read: its name, its units, and the variable that receives it.
struct Field {
    char const* name;
    std::span<Unit const> units;
    std::optional<double>* into;
};
Result<void> read_fields(OrderedJson const& object, std::span<Field const> fields, std::string const& where) {
    for (Field const& field : fields) *field.into = TRY(quantity(object, field.name, field.units, where));
    return {};
}

Result<Protocol> protocol_from(OrderedJson const& object, std::size_t place) {
    std::string const where = fmt::format("protocol {}", place);
    if (!object.is_object()) return fail(where + " in \"protocols\" is not an object");
    Protocol protocol;
    auto const from = object.find("from_bytes");
    if (from == object.end() || !from->is_number_integer() || from->get<Index>() < 0)
        return fail(fmt::format("{} needs \"from_bytes\", the shortest message it is used for", where));
    protocol.from_bytes = from->get<Index>();
    std::optional<double> alpha;
    Field const fields[] = {{"alpha", time_units, &alpha},
                            {"beta_ex", rates, &protocol.beta_ex},
                            {"beta_sr", rates, &protocol.beta_sr},
                            {"beta_s", rates, &protocol.beta_s},
                            {"beta_sat", rates, &protocol.beta_sat}};
    TRY(read_fields(object, fields, where));
    if (!alpha) return fail(fmt::format("{} has no \"alpha\", the start-up time of a message", where));
    protocol.alpha = *alpha;
    return protocol;
}

Result<void> read_protocols(Machine& machine, OrderedJson const& profile) {
    auto const protocols = profile.find("protocols");
    if (protocols == profile.end()) return {};
    if (!protocols->is_array()) return fail("\"protocols\" is not a list");
    for (std::size_t i = 0; i < protocols->size(); ++i) {
        auto protocol = TRY(protocol_from((*protocols)[i], i));
        bool const ascending =
            machine.protocols.empty() ? protocol.from_bytes == 0 : protocol.from_bytes > machine.protocols.back().from_bytes;
        if (!ascending) return fail(fmt::format("protocol {}: \"from_bytes\" must begin at 0 and ascend", i));
        machine.protocols.push_back(protocol);
    }
    return {};
}

/// Returns whether the value is a whole number of at least 1.
bool is_count(OrderedJson const& value) {
    return value.is_number_integer() && value.get<Index>() >= 1;
}

Result<void> read_io(Machine& machine, OrderedJson const& profile) {
    auto const object = profile.find("io");
    if (object == profile.end()) return {};
    if (!object->is_object()) return fail("\"io\" is not an object");
    std::optional<double> request, byte;
    Field const fields[] = {{"request", time_units, &request}, {"byte", rates, &byte}};
    TRY(read_fields(*object, fields, "\"io\""));
    if (!request || !byte) return fail("\"io\" needs both \"request\" and \"byte\", the costs of a request and of a byte");
    machine.io = IoRates{*request, *byte, std::nullopt};
    auto const disks = object->find("disks");
    if (disks == object->end()) return {};
    if (!is_count(*disks)) return fail("\"disks\" in \"io\" is not a positive whole number");
    machine.io->disks = disks->get<Index>();
    return {};
}

/// Returns the member, or nothing if it is absent or not a count.
std::optional<Index> count_of(OrderedJson const& object, char const* name) {
    auto const member = object.find(name);
    return member != object.end() && is_count(*member) ? std::optional(member->get<Index>()) : std::nullopt;
}

Result<TunedCollective> collective_from(OrderedJson const& object, std::string const& where) {
    if (!object.is_object()) return fail(where + " is not an object");
    auto const word = [&](char const* name) {
        auto const member = object.find(name);
        return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
    };
    TunedCollective row{.operation = word("operation"), .algorithm = word("algorithm")};
    if (row.operation != "broadcast" && row.operation != "reduce")
        return fail(where + " needs an \"operation\", \"broadcast\" or \"reduce\"");
    if (row.algorithm.empty()) return fail(where + " has no \"algorithm\", the name of the fastest");
    auto const ranks = count_of(object, "ranks");
    auto const bytes = count_of(object, "bytes");
    if (!ranks || *ranks > std::numeric_limits<int>::max() || !bytes)
        return fail(where + " needs \"ranks\" and \"bytes\", whole numbers from 1 on");
    row.ranks = static_cast<int>(*ranks);
    row.bytes = *bytes;
    std::optional<double> time, mpi;
    Field const fields[] = {{"time", time_units, &time}, {"mpi_time", time_units, &mpi}};
    TRY(read_fields(object, fields, where));
    if (!time || !mpi) return fail(where + " needs \"time\" and \"mpi_time\", the times of the fastest and of MPI's own");
    row.time = *time;
    row.mpi_time = *mpi;
    return row;
}

Result<void> read_collectives(Machine& machine, OrderedJson const& profile) {
    auto const list = profile.find("collectives");
    if (list == profile.end()) return {};
    if (!list->is_array()) return fail("\"collectives\" is not a list");
    for (std::size_t i = 0; i < list->size(); ++i) {
        std::string const where = fmt::format("row {} of \"collectives\"", i);
        auto row = TRY(collective_from((*list)[i], where));
        for (TunedCollective const& other : machine.collectives)
            if (other.operation == row.operation && other.ranks == row.ranks && other.bytes == row.bytes)
                return fail(
                    fmt::format("{} is given twice: {} of {} bytes among {} ranks", where, row.operation, row.bytes, row.ranks));
        machine.collectives.push_back(std::move(row));
    }
    return {};
}

/// Reads either one time for all lengths, or a list of lengths and times.
Result<void> read_gather(Machine& machine, OrderedJson const& profile) {
    auto const member = profile.find("gather");
    if (member == profile.end()) return {};
    if (!member->is_array()) {
        auto const time = TRY(quantity(profile, "gather", time_units, "the machine profile"));
        machine.gather = {{1, *time}};
        return {};
    }
    for (OrderedJson const& row : *member) {
        std::string const where = fmt::format("row {} of \"gather\"", machine.gather.size());
        auto const bytes = row.is_object() ? count_of(row, "bytes") : std::nullopt;
        if (!bytes || (!machine.gather.empty() && *bytes <= machine.gather.back().bytes))
            return fail(where + " needs \"bytes\", a length from 1 on that is longer than the one before");
        auto const time = TRY(quantity(row, "time", time_units, where));
        if (!time) return fail(where + " needs \"time\", the time of a piece of this length in addition to its bytes");
        machine.gather.push_back({*bytes, *time});
    }
    return {};
}

/// Writes the quantity in microseconds (per byte). 12 digits preserve the value that was read.
OrderedJson written(double seconds, bool per_byte) {
    return {{"value", std::stod(fmt::format("{:.12g}", seconds * 1e6))}, {"unit", per_byte ? "us/B" : "us"}};
}

} // namespace

std::string Machine::lack_of_rates(std::string_view name) {
    return fmt::format("the machine profile of {} has no protocols: no start-up time of a message (alpha) and no rates per byte "
                       "(beta_ex, beta_sr, beta_s)",
                       name);
}

Protocol const& Machine::protocol(Index bytes) const {
    require(has_rates(), "Machine: the profile has no rates");
    auto const above = std::ranges::upper_bound(protocols, bytes, {}, &Protocol::from_bytes);
    return *std::prev(above);
}

double Machine::gather_time(double stretch_bytes) const {
    auto const length = [](PackingOverhead const& each) { return static_cast<double>(each.bytes); };
    auto const above = std::ranges::lower_bound(gather, stretch_bytes, {}, length);
    if (above == gather.begin()) return gather.empty() ? 0 : above->seconds;
    auto const below = std::prev(above);
    if (above == gather.end()) return below->seconds;
    double const share = (stretch_bytes - length(*below)) / (length(*above) - length(*below));
    return below->seconds + share * (above->seconds - below->seconds);
}

Result<void> read_network(Machine& machine, OrderedJson const& profile) {
    auto const network = profile.find("network");
    if (network == profile.end()) return {};
    auto const kind = network->is_object() ? network->find("kind") : network->end();
    if (!network->is_object() || kind == network->end() || !kind->is_string())
        return fail("\"network\" needs a \"kind\", a text such as \"mesh\"");
    machine.network = kind->get<std::string>();
    if (auto const made = make_topology_for(machine.network, 2); !made)
        return fail(fmt::format("\"network\": {}", made.error().message));
    return {};
}

Result<Machine> Machine::from_json(std::string_view json) {
    auto const profile = OrderedJson::parse(shallow_json(json), nullptr, false);
    if (profile.is_discarded()) return fail("the machine profile is not JSON");
    if (!has_schema(profile, "tessera.machine/1")) return fail("a machine profile begins with \"schema\": \"tessera.machine/1\"");
    Machine machine;
    for (auto const& [name, into] : {std::pair{"name", &machine.name}, std::pair{"source", &machine.source}}) {
        auto const text = profile.find(name);
        if (text == profile.end() || !text->is_string())
            return fail(fmt::format("the machine profile has no \"{}\", a text", name));
        *into = text->get<std::string>();
    }
    TRY(read_protocols(machine, profile));
    Field const fields[] = {{"copy", rates, &machine.copy}, {"t_m", time_units, &machine.t_m}, {"t_w", time_units, &machine.t_w}};
    TRY(read_fields(profile, fields, "the machine profile"));
    TRY(read_gather(machine, profile));
    auto const word = profile.find("word_bytes");
    if (word != profile.end()) {
        if (!is_count(*word)) return fail("\"word_bytes\" is not a positive whole number");
        machine.word_bytes = word->get<Index>();
    }
    TRY(read_io(machine, profile));
    TRY(read_network(machine, profile));
    TRY(read_collectives(machine, profile));
    return machine;
}

std::string Machine::to_json() const {
    OrderedJson profile{{"schema", "tessera.machine/1"}, {"name", name}, {"source", source}, {"protocols", OrderedJson::array()}};
    for (Protocol const& protocol : protocols) {
        OrderedJson entry{{"from_bytes", protocol.from_bytes}, {"alpha", written(protocol.alpha, false)}};
        for (auto const& [key, value] : {std::pair{"beta_ex", protocol.beta_ex}, std::pair{"beta_sr", protocol.beta_sr},
                                         std::pair{"beta_s", protocol.beta_s}, std::pair{"beta_sat", protocol.beta_sat}})
            if (value) entry[key] = written(*value, true);
        profile["protocols"].push_back(std::move(entry));
    }
    if (copy) profile["copy"] = written(*copy, true);
    for (auto const& [bytes, seconds] : gather) profile["gather"].push_back({{"bytes", bytes}, {"time", written(seconds, false)}});
    if (t_m) profile["t_m"] = written(*t_m, false);
    if (t_w) profile["t_w"] = written(*t_w, false);
    if (t_w) profile["word_bytes"] = word_bytes;
    if (!network.empty()) profile["network"] = {{"kind", network}};
    if (io) {
        profile["io"] = {{"request", written(io->request, false)}, {"byte", written(io->byte, true)}};
        if (io->disks) profile["io"]["disks"] = *io->disks;
    }
    for (TunedCollective const& row : collectives)
        profile["collectives"].push_back({{"operation", row.operation},
                                          {"ranks", row.ranks},
                                          {"bytes", row.bytes},
                                          {"algorithm", row.algorithm},
                                          {"time", written(row.time, false)},
                                          {"mpi_time", written(row.mpi_time, false)}});
    return profile.dump(2) + "\n";
}

} // namespace tessera
