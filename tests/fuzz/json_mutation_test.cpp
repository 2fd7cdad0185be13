// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the readers of JSON in the core against JSON of wrong types.
#include "libcore/advise/cost_graph.hpp"
#include "libcore/io/npy_header.hpp"
#include "libcore/io/numpy_fields.hpp"
#include "libcore/lesson/lesson.hpp"
#include "libcore/network/graph.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/report/messages/recorded_trace.hpp"
#include "tests/fuzz/json_mutation.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

namespace {

using tessera::forward_error;
using tessera::Result;
using tessera::fuzz::JsonCase;
using tessera::fuzz::text_of_file;

template <class T>
Result<void> outcome(Result<T> const& read) {
    return read ? Result<void>() : forward_error(read);
}

Result<void> read_machine(std::string const& text) {
    auto const machine = tessera::Machine::from_json(text);
    if (!machine) return forward_error(machine);
    return outcome(tessera::Machine::from_json(machine->to_json()));
}

/// All JSON files of a folder.
void add_files(std::vector<JsonCase>& cases, std::string const& folder, tessera::fuzz::JsonReader const& read) {
    std::vector<std::string> paths;
    for (auto const& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    for (std::string const& path : paths) cases.push_back({path, text_of_file(path), read});
}

constexpr char const* full_machine = R"({"schema": "tessera.machine/1", "name": "full", "source": "all that is known",
  "protocols": [{"from_bytes": 0, "alpha": {"value": 75, "unit": "us"}, "beta_ex": {"value": 0.1, "unit": "us/B"},
                 "beta_sr": {"value": 0.1, "unit": "us/B"}, "beta_s": {"value": 0.1, "unit": "us/B"},
                 "beta_sat": {"value": 0.1, "unit": "us/B"}}, {"from_bytes": 100, "alpha": {"value": 80, "unit": "us"}}],
  "copy": {"value": 0.01, "unit": "us/B"}, "t_m": {"value": 1, "unit": "us"}, "t_w": {"value": 1, "unit": "us"}, "word_bytes": 4,
  "gather": [{"bytes": 8, "time": {"value": 1, "unit": "ns"}}, {"bytes": 16, "time": {"value": 2, "unit": "ns"}}],
  "io": {"request": {"value": 1, "unit": "ms"}, "byte": {"value": 1, "unit": "ns/B"}, "disks": 4},
  "collectives": [{"operation": "broadcast", "ranks": 4, "bytes": 1024, "algorithm": "tree",
                   "time": {"value": 1, "unit": "us"}, "mpi_time": {"value": 2, "unit": "us"}}]})";

constexpr char const* network = R"({"schema": "tessera.graph/1", "nodes": 3, "switches": 1, "links": [
  {"from": 0, "to": 2, "width": 2, "capacity": 1.5}, {"from": 2, "to": 1}, {"from": 1, "to": 2, "oneway": true}]})";

constexpr char const* trace = R"({"schema": "tessera.trace/1", "algorithm": "pex", "ranks": 2, "time": 0.5, "transfers": [
  {"from": 0, "to": 1, "step": 0, "bytes": 800, "begin": 0, "end": 0.1},
  {"from": 1, "to": 0, "step": 0, "bytes": 400, "begin": 0, "end": 0.1}]})";

constexpr char const* fields = R"([["a", "<f8"], ["b", ">i4", [2, 3]], ["c", [["x", "<f4"], ["", "|V4"], ["y", "<f4", 2]]]])";

/// The header of an npy file is Python; JSON's words become Python's where they stand by themselves.
Result<void> read_npy(std::string const& json) {
    std::string text = json;
    for (auto const& [from, to] : {std::pair<std::string, std::string>("true", "True"), {"false", "False"}, {"null", "None"}})
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at)) text.replace(at, from.size(), to);
    std::string start("\x93NUMPY\x02\x00", 8);
    for (unsigned shift = 0; shift < 32; shift += 8) start += static_cast<char>(text.size() >> shift & 0xFFU);
    return outcome(tessera::parse_npy_header(start + text));
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return std::fprintf(stderr, "usage: %s DATASETS\n", argv[0]), 2;
    std::string const datasets = argv[1];
    std::vector<JsonCase> cases;
    add_files(cases, datasets + "/machines", read_machine);
    cases.push_back({"a machine profile with all there is", full_machine, read_machine});
    add_files(cases, datasets + "/lessons", [](std::string const& text) { return outcome(tessera::read_lesson(text, "x")); });
    cases.push_back(
        {"a network", network, [](std::string const& text) { return outcome(tessera::topology_from_json(text, "n")); }});
    cases.push_back({"a trace", trace, [](std::string const& text) { return outcome(tessera::read_trace(text, "t")); }});
    add_files(cases, datasets + "/costs", [](std::string const& text) { return outcome(tessera::CostGraph::from_json(text)); });
    cases.push_back(
        {"fields of numpy", fields, [](std::string const& text) { return outcome(tessera::numpy_structure(text)); }, false});
    cases.push_back({"the header of an npy file", R"({"descr": "<f8", "fortran_order": false, "shape": [3, 4]})", read_npy, false});
    int failures = 0;
    for (JsonCase const& each : cases) failures += failures_of(each);
    return failures > 0 ? 1 : 0;
}
