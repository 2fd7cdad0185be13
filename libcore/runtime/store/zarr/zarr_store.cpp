// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrays and groups of a Zarr store in directories.
#include "libcore/runtime/store/zarr/zarr_store.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/store/output_place.hpp"
#include "libcore/runtime/store/zarr/zarr_json.hpp"
#include "libcore/runtime/store/zarr/zarr_notes.hpp"
#include "libcore/runtime/store/zarr/zarr_v2.hpp"
#include "libcore/runtime/store/zarr/zarr_v3.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace tessera {

namespace fs = std::filesystem;

namespace {

using ZarrJson = nlohmann::ordered_json;
constexpr char const* consolidated_member = "consolidated_metadata"; // of a group of version 3

bool has_file(fs::path const& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

void replace_text(fs::path const& path, std::string const& text) {
    ProvisionalFile const file(OutputPlace{path.string(), process_tag()});
    file.write(text);
    file.publish();
}

/// The nodes of a kind below a directory; arrays have nothing below them.
void add_nodes(ZarrNode kind, fs::path const& path, std::string const& name, std::vector<std::string>& nodes) {
    std::error_code ignored;
    for (auto const& entry : fs::directory_iterator(path, ignored)) {
        if (!entry.is_directory(ignored)) continue;
        std::string const inner = fmt::format("{}/{}", name, entry.path().filename().string());
        ZarrNode const node = zarr_node(entry.path().string()).node;
        if (node == kind) nodes.push_back(inner);
        if (node != ZarrNode::Array) add_nodes(kind, entry.path(), inner, nodes);
    }
}

std::vector<std::string> nodes_below(ZarrNode kind, std::string const& group) {
    std::vector<std::string> nodes;
    add_nodes(kind, group, "", nodes);
    std::ranges::sort(nodes);
    return nodes;
}

/// The metadata of a node and of those below it, by their names in the store.
void gather(fs::path const& path, std::string const& name, ZarrJson& metadata) {
    std::vector<fs::path> below;
    for (auto const& entry : fs::directory_iterator(path))
        if (entry.is_directory()) below.push_back(entry.path());
    std::ranges::sort(below);
    for (char const* const file : {".zarray", ".zattrs", ".zgroup"}) {
        if (!has_file(path / file)) continue;
        auto const text = metadata_text((path / file).string());
        ZarrJson json = text ? ZarrJson::parse(*text, nullptr, false) : ZarrJson();
        if (!json.is_discarded()) metadata[name + file] = std::move(json);
    }
    if (zarr_node(path.string()).node == ZarrNode::Array) return;
    for (fs::path const& each : below)
        if (!each.filename().string().starts_with('.'))
            gather(each, fmt::format("{}{}/", name, each.filename().string()), metadata);
}

} // namespace

ZarrNodeKind zarr_node(std::string const& path) {
    fs::path const directory(path);
    if (has_file(directory / ".zarray")) return {ZarrNode::Array, 2};
    if (has_file(directory / ".zgroup")) return {ZarrNode::Group, 2};
    if (!has_file(directory / "zarr.json")) return {};
    auto const text = metadata_text((directory / "zarr.json").string());
    auto const type = text ? zarr_node_type(*text) : std::nullopt;
    if (!type) return {};
    return {*type == "array" ? ZarrNode::Array : ZarrNode::Group, 3};
}

std::string zarr_path(std::string const& store, std::string const& array) {
    return array == "/" || array.empty() ? store : store + array;
}

Result<LoadedZarr> load_zarr(std::string const& path) {
    bool const third = zarr_node(path).version == 3;
    std::string const file = path + (third ? "/zarr.json" : "/.zarray");
    auto const text = metadata_text(file);
    if (!text) return forward_error(text);
    auto array = third ? parse_zarr_json(*text) : parse_zarray(*text);
    if (!array) return fail(fmt::format("cannot read '{}': {}", file, array.error().message));
    bool const told = third || has_file(path + "/.zattrs");
    auto attributes = third ? zarr_json_attributes(*text) : told ? metadata_text(path + "/.zattrs") : Result<std::string>("{}");
    if (!attributes) return forward_error(attributes);
    if (!third) array->dim_names = dim_names_of(*attributes, array->extents.size());
    for (std::string const& name : unlimited_in(*attributes)) {
        array->grows.resize(array->extents.size());
        for (std::size_t d = 0; d < array->dim_names.size(); ++d)
            if (array->dim_names[d] == name) array->grows[d] = true;
    }
    return LoadedZarr{*std::move(array), *std::move(attributes)};
}

std::string group_attributes_text(std::string const& group) {
    bool const third = zarr_node(group).version == 3;
    std::string const file = group + (third ? "/zarr.json" : "/.zattrs");
    auto const text = has_file(file) ? metadata_text(file) : fail("");
    if (!text) return "{}";
    return third ? zarr_json_attributes(*text) : *text;
}

std::vector<std::string> zarr_arrays(std::string const& group) {
    return nodes_below(ZarrNode::Array, group);
}

std::vector<std::string> zarr_group_paths(std::string const& group) {
    return nodes_below(ZarrNode::Group, group);
}

std::optional<std::string> enclosing_store(std::string const& path) {
    std::optional<std::string> found;
    fs::path group = fs::path(path).parent_path();
    while (!group.empty() && zarr_node(group.string()).node == ZarrNode::Group) {
        found = group.string();
        group = group.parent_path();
    }
    return found;
}

void consolidate(std::string const& group) {
    if (zarr_node(group).version != 2) return;
    ZarrJson metadata = ZarrJson::object();
    gather(group, "", metadata);
    replace_text(fs::path(group) / ".zmetadata",
                 ZarrJson{{"metadata", metadata}, {"zarr_consolidated_format", 1}}.dump(4, ' ', true) + '\n');
}

void forget_consolidated(std::string const& group) {
    fs::path const second = fs::path(group) / ".zmetadata";
    if (fs::remove(second)) sync_directory(group);
    fs::path const third = fs::path(group) / "zarr.json";
    auto const text = has_file(third) ? metadata_text(third.string()) : fail("");
    ZarrJson json = text ? ZarrJson::parse(*text, nullptr, false) : ZarrJson();
    if (!json.is_object() || !json.contains(consolidated_member)) return;
    json.erase(consolidated_member);
    replace_text(third, json.dump(2, ' ', true) + '\n');
}

} // namespace tessera
