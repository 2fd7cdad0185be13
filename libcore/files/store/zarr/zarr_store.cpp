// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrays and groups of a Zarr store in directories.
#include "libcore/files/store/zarr/zarr_store.hpp"

#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/zarr/key_bytes.hpp"
#include "libcore/files/store/zarr/zarr_attributes.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_v2.hpp"
#include "libcore/files/store/zarr/zarr_v3.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace tessera {

namespace fs = std::filesystem;

namespace {

using ZarrJson = nlohmann::basic_json<OrderedMembers>;
constexpr char const* consolidated_member = "consolidated_metadata"; // entry of groups of version 3

void replace_text(fs::path const& path, std::string const& text) {
    ProvisionalFile const file(OutputPath{path.string(), random_tag()});
    file.write(python_json(text));
    file.publish();
}

/// Error: the attributes of a node are not a JSON object.
Result<void> check_attributes(std::string const& file, std::string const& attributes) {
    if (ZarrJson::parse(attributes, nullptr, false).is_object()) return {};
    return fail(fmt::format("cannot read '{}': its attributes are no JSON object; mend the file, or remove it", file));
}

/// Error: a link leads out of the store, so that its target would be missing in the copy. Links to directories are not nodes: a
/// target within the store has its own name there, and cycles would never end.
Result<void> check_stays_inside(fs::path const& link, fs::path const& store) {
    std::error_code failed;
    fs::path const end = fs::canonical(link, failed);
    if (!failed && lies_below(end, fs::canonical(store, failed))) return {};
    return fail(fmt::format("'{}' is a link that leads out of the store, to '{}'; put there what it leads to, or remove it",
                            link.string(), end.string()));
}

/// Returns whether an entry of a group is a directory and so may be a node. Error: that cannot be determined.
Result<bool> is_inner_directory(fs::directory_entry const& entry, fs::path const& store) {
    std::error_code failed;
    fs::file_type const type = entry.status(failed).type();
    std::string const path = entry.path().string();
    if (type == fs::file_type::none) return fail(fmt::format("cannot read '{}': {}", path, failed.message()));
    bool const hidden = entry.path().filename().string().starts_with('.');
    if (type == fs::file_type::not_found && !hidden)
        return fail(fmt::format("cannot read '{}': it is a link to '{}', which is not there", path,
                                fs::read_symlink(entry.path(), failed).string()));
    if (type != fs::file_type::directory || !entry.is_symlink(failed)) return type == fs::file_type::directory;
    TRY(check_stays_inside(entry.path(), store));
    return false;
}

/// Adds the nodes of a kind below a directory of a store. Arrays have no nodes below them.
Result<void> add_nodes(ZarrNode kind, fs::path const& store, fs::path const& path, std::string const& name,
                       std::vector<std::string>& nodes) {
    std::error_code failed;
    fs::directory_iterator entries(path, failed);
    for (; !failed && entries != fs::directory_iterator(); entries.increment(failed)) {
        auto const is_directory = TRY(is_inner_directory(*entries, store));
        if (!is_directory) continue;
        std::string const inner = fmt::format("{}/{}", name, entries->path().filename().string());
        auto const known = TRY(known_zarr_node(entries->path().string()));
        if (known.node == kind) nodes.push_back(inner);
        if (known.node == ZarrNode::Array) continue;
        if (auto const added = add_nodes(kind, store, entries->path(), inner, nodes); !added) return added;
    }
    if (failed) return fail(fmt::format("cannot read '{}': {}", path.string(), failed.message()));
    return {};
}

/// Like add_nodes(), for a store in one file, in which only metadata keys define nodes.
Result<void> add_keyed_nodes(ZarrNode kind, KeyedPath const& group, std::vector<std::string>& nodes) {
    std::string const front = group.key.empty() ? "" : "/" + group.key;
    std::set<std::string> arrays;
    for (std::string const& key : group.store->below(group.key)) {
        auto const end = key.rfind('/');
        std::string const file = key.substr(end + 1);
        bool const speaks = file == ".zarray" || file == ".zgroup" || file == "zarr.json";
        if (end == std::string::npos || !speaks) continue;
        std::string const inner = "/" + key.substr(0, end);
        auto const known = TRY(known_zarr_node(group.file + front + inner));
        if (known.node == ZarrNode::Array) arrays.insert(inner);
        if (known.node == kind) nodes.push_back(inner);
    }
    std::erase_if(nodes, [&](std::string const& node) { // arrays have no nodes below them
        for (std::size_t slash = node.rfind('/'); slash > 0; slash = node.rfind('/', slash - 1))
            if (arrays.contains(node.substr(0, slash))) return true;
        return false;
    });
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end()); // a node may have metadata of both versions
    return {};
}

Result<std::vector<std::string>> nodes_below(ZarrNode kind, std::string const& group) {
    std::vector<std::string> nodes;
    auto const known = TRY(known_zarr_node(group));
    if (known.node == ZarrNode::Array) return nodes; // its directories hold chunks
    if (auto const keyed = keyed_path(group); keyed && *keyed) {
        TRY(add_keyed_nodes(kind, **keyed, nodes));
        return nodes;
    }
    TRY(add_nodes(kind, enclosing_store(group).value_or(group), group, "", nodes));
    std::ranges::sort(nodes);
    return nodes;
}

/// Collects the metadata of a node and all nodes below it, by their names in the store. Returns false if some cannot be read.
bool gather(fs::path const& path, std::string const& name, ZarrJson& metadata) {
    std::vector<fs::path> below;
    for (auto const& entry : fs::directory_iterator(path))
        if (entry.is_directory() && !entry.is_symlink()) below.push_back(entry.path());
    std::ranges::sort(below);
    for (char const* const file : {".zarray", ".zattrs", ".zgroup"}) {
        if (is_stored((path / file).string()) == false) continue;
        auto const text = metadata_text((path / file).string());
        ZarrJson json = text ? ZarrJson::parse(*text, nullptr, false) : ZarrJson(ZarrJson::value_t::discarded);
        if (json.is_discarded()) return false;
        metadata[name + file] = std::move(json);
    }
    if (zarr_node(path.string()).node == ZarrNode::Array) return true;
    return std::ranges::all_of(below, [&](fs::path const& each) {
        std::string const inner = each.filename().string();
        return inner.starts_with('.') || gather(each, fmt::format("{}{}/", name, inner), metadata);
    });
}

/// Returns the node type. The last long text is cached: a group's text may hold the metadata of thousands of arrays, and each of
/// them looks it up.
std::optional<std::string> type_of_node(std::string const& text) {
    constexpr std::size_t is_long = 4096;
    static std::mutex one_at_a_time;
    static std::string last;
    static std::optional<std::string> type_of_last;
    if (text.size() < is_long) return zarr_node_type(text);
    std::lock_guard const lock(one_at_a_time);
    if (text != last) {
        type_of_last = zarr_node_type(text);
        last = text;
    }
    return type_of_last;
}

} // namespace

namespace {

/// Returns the node that a "zarr.json" describes.
ZarrNodeKind third_node(std::string const& text) {
    auto const type = type_of_node(text);
    if (type != "array" && type != "group") return {};
    return {*type == "array" ? ZarrNode::Array : ZarrNode::Group, 3};
}

/// Cache of nodes of held stores (hold_zarr()), which a copy looks up several times. Failures are not cached, so that later changes
/// are seen. Thread-safe.
class HeldNodes {
  public:
    void begin(std::string const& store) {
        std::lock_guard const lock(mutex_);
        stores_.push_back(store);
    }
    void end(std::string const& store) {
        std::lock_guard const lock(mutex_);
        stores_.erase(std::ranges::find(stores_, store));
        if (std::ranges::find(stores_, store) == stores_.end())
            std::erase_if(nodes_, [&](auto const& each) { return is_in(each.first, store); });
    }
    [[nodiscard]] std::optional<ZarrNodeKind> kind(std::string const& path) {
        std::lock_guard const lock(mutex_);
        auto const found = nodes_.find(path);
        return found == nodes_.end() ? std::nullopt : std::optional(found->second.kind);
    }
    [[nodiscard]] std::optional<LoadedZarr> array(std::string const& path) {
        std::lock_guard const lock(mutex_);
        auto const found = nodes_.find(path);
        return found == nodes_.end() ? std::nullopt : found->second.array;
    }
    void note(std::string const& path, ZarrNodeKind kind) {
        std::lock_guard const lock(mutex_);
        if (is_held(path)) nodes_[path].kind = kind;
    }
    void note(std::string const& path, LoadedZarr const& array) {
        std::lock_guard const lock(mutex_);
        if (is_held(path)) nodes_[path] = {{ZarrNode::Array, array.array.version}, array};
    }

  private:
    struct Node {
        ZarrNodeKind kind = {};
        std::optional<LoadedZarr> array = std::nullopt;
    };

    static bool is_in(std::string const& path, std::string const& store) {
        return path.starts_with(store) && (path.size() == store.size() || path[store.size()] == '/');
    }
    [[nodiscard]] bool is_held(std::string const& path) const {
        return std::ranges::any_of(stores_, [&](std::string const& store) { return is_in(path, store); });
    }

    std::mutex mutex_;
    std::vector<std::string> stores_;
    std::unordered_map<std::string, Node> nodes_;
};

HeldNodes& held_nodes() {
    static HeldNodes nodes;
    return nodes;
}

} // namespace

std::shared_ptr<void const> hold_zarr(std::string const& store) {
    held_nodes().begin(store);
    return {&held_nodes(), [store](void const*) { held_nodes().end(store); }};
}

ZarrNodeKind zarr_node(std::string const& path) {
    if (auto const held = held_nodes().kind(path)) return *held;
    if (has_key(path + "/.zarray")) return {ZarrNode::Array, 2};
    if (has_key(path + "/.zgroup")) return {ZarrNode::Group, 2};
    if (!has_key(path + "/zarr.json")) return {};
    auto const text = metadata_text(path + "/zarr.json");
    return text ? third_node(*text) : ZarrNodeKind{};
}

Result<ZarrNodeKind> known_zarr_node(std::string const& path) {
    if (auto const held = held_nodes().kind(path)) return *held;
    for (char const* const file : {"/.zarray", "/.zgroup", "/zarr.json"}) {
        auto const stored = TRY(is_stored(path + file));
        if (!stored) continue;
        auto const text = TRY(metadata_text(path + file));
        ZarrNodeKind const node = file == std::string_view("/zarr.json") ? third_node(text) : zarr_node(path);
        if (node.node == ZarrNode::None)
            return fail(fmt::format("cannot read '{}': it does not say whether it belongs to an array or to a group", path + file));
        held_nodes().note(path, node);
        return node;
    }
    return ZarrNodeKind{};
}

std::string zarr_path(std::string const& store, std::string const& array) {
    return array == "/" || array.empty() ? store : store + array;
}

Result<LoadedZarr> load_zarr(std::string const& path) {
    if (auto held = held_nodes().array(path)) return *std::move(held);
    bool const third = zarr_node(path).version == 3;
    std::string const file = path + (third ? "/zarr.json" : "/.zarray");
    auto const text = TRY(metadata_text(file));
    auto array = third ? parse_zarr_json(text) : parse_zarray(text);
    if (!array) return fail(fmt::format("cannot read '{}': {}", file, array.error().message));
    auto const told = TRY(third ? Result<bool>(false) : is_stored(path + "/.zattrs"));
    auto attributes = TRY(third ? zarr_json_attributes(text) : told ? metadata_text(path + "/.zattrs") : Result<std::string>("{}"));
    TRY(check_attributes(third ? file : path + "/.zattrs", attributes));
    if (!third) array->dim_names = dim_names_of(attributes, array->extents.size());
    for (std::string const& name : unlimited_in(attributes)) {
        array->unlimited.resize(array->extents.size());
        for (std::size_t d = 0; d < array->dim_names.size(); ++d)
            if (array->dim_names[d] == name) array->unlimited[d] = true;
    }
    LoadedZarr loaded{*std::move(array), std::move(attributes)};
    held_nodes().note(path, loaded);
    return loaded;
}

std::string group_attributes_text(std::string const& group) {
    bool const third = zarr_node(group).version == 3;
    std::string const file = group + (third ? "/zarr.json" : "/.zattrs");
    auto const stored = is_stored(file);
    if (stored == false) return "{}";
    auto const text = stored ? metadata_text(file) : Result<std::string>(forward_error(stored));
    if (!text) throw std::runtime_error(text.error().message);
    std::string attributes = third ? zarr_json_attributes(*text) : *text;
    if (auto const known = check_attributes(file, attributes); !known) throw std::runtime_error(known.error().message);
    return attributes;
}

Result<std::vector<std::string>> zarr_arrays(std::string const& group) {
    return nodes_below(ZarrNode::Array, group);
}

Result<std::vector<std::string>> zarr_group_paths(std::string const& group) {
    return nodes_below(ZarrNode::Group, group);
}

std::optional<std::string> enclosing_store(std::string const& path) {
    std::optional<std::string> found;
    fs::path group = fs::path(path).parent_path();
    while (!group.empty() && zarr_node(group.string()).node == ZarrNode::Group) {
        found = group.string();
        std::error_code ignored;
        if (fs::is_regular_file(group, ignored)) break; // a store in one file; directories around it belong to another store
        group = group.parent_path();
    }
    return found;
}

void consolidate(std::string const& group) {
    if (zarr_node(group).version != 2) return;
    ZarrJson metadata = ZarrJson::object();
    if (!gather(group, "", metadata)) return;
    replace_text(fs::path(group) / ".zmetadata",
                 ZarrJson{{"metadata", metadata}, {"zarr_consolidated_format", 1}}.dump(4, ' ', true) + '\n');
}

void forget_consolidated(std::string const& group) {
    fs::path const second = fs::path(group) / ".zmetadata";
    if (fs::remove(second)) sync_directory(group);
    fs::path const third = fs::path(group) / "zarr.json";
    auto const text = has_key(third.string()) ? metadata_text(third.string()) : fail("");
    ZarrJson json = text ? ZarrJson::parse(*text, nullptr, false) : ZarrJson();
    if (!json.is_object() || !json.contains(consolidated_member)) return;
    json.erase(consolidated_member);
    replace_text(third, json.dump(2, ' ', true) + '\n');
}

} // namespace tessera
