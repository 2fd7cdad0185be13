// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrays and groups of a Zarr store in directories.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

enum class ZarrNode { None, Group, Array };

/// Kind and Zarr version of a directory.
struct ZarrNodeKind {
    ZarrNode node = ZarrNode::None;
    int version = 2;
};
/// Returns the kind of a directory. ZarrNode::None if it cannot be examined.
[[nodiscard]] ZarrNodeKind zarr_node(std::string const& path);
/// Like zarr_node(), for a directory that belongs to a store. Error: its metadata cannot be read or do not state the kind.
[[nodiscard]] Result<ZarrNodeKind> known_zarr_node(std::string const& path);

/// Returns the directory of an array. "/" is the store itself.
[[nodiscard]] std::string zarr_path(std::string const& store, std::string const& array);

/// Metadata of an array, and its attributes as JSON. Errors of load_zarr() name the file.
struct LoadedZarr {
    ZarrArray array;
    std::string attributes;
};
[[nodiscard]] Result<LoadedZarr> load_zarr(std::string const& path);

/// Implements ArrayFormat::hold(): metadata of the store's nodes are cached while the returned value lives.
[[nodiscard]] std::shared_ptr<void const> hold_zarr(std::string const& store);

/// Returns the attributes of a group as JSON, an empty object if it has none. Throws if they cannot be read.
[[nodiscard]] std::string group_attributes_text(std::string const& group);

/// Returns all arrays below a group, sorted: "/A", "/group/B". Error: metadata or directories below it cannot be read, so that
/// arrays could be missing.
[[nodiscard]] Result<std::vector<std::string>> zarr_arrays(std::string const& group);

/// Returns all groups below a group, sorted, outer groups first: "/group", "/group/inner". Error: as for zarr_arrays().
[[nodiscard]] Result<std::vector<std::string>> zarr_group_paths(std::string const& group);

/// Returns the topmost group that contains a node: its consolidated metadata cover the node. Returns nullopt if the node lies in no
/// group.
[[nodiscard]] std::optional<std::string> enclosing_store(std::string const& path);

/// Writes the metadata of all nodes below a group of version 2 to ".zmetadata". Does nothing for version 3. Writes no file if some
/// metadata cannot be read, because readers would not see the missing nodes. Failures throw.
void consolidate(std::string const& group);
/// Removes consolidated metadata that no longer match the store. Failures throw.
void forget_consolidated(std::string const& group);

} // namespace tessera
