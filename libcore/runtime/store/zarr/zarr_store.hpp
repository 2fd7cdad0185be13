// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrays and groups of a Zarr store in directories.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

enum class ZarrNode { None, Group, Array };

/// What a directory is, and of which version.
struct ZarrNodeKind {
    ZarrNode node = ZarrNode::None;
    int version = 2;
};
/// What cannot be looked at is none.
[[nodiscard]] ZarrNodeKind zarr_node(std::string const& path);
/// The same of a directory that belongs to a store. Error: it has metadata that cannot be read, or do not say what it is.
[[nodiscard]] Result<ZarrNodeKind> known_zarr_node(std::string const& path);

/// The directory of an array: "/" is the store itself.
[[nodiscard]] std::string zarr_path(std::string const& store, std::string const& array);

/// An array by its directory, and its attributes in JSON. Errors name the file.
struct LoadedZarr {
    ZarrArray array;
    std::string attributes;
};
[[nodiscard]] Result<LoadedZarr> load_zarr(std::string const& path);

/// What a store says of its nodes is read once as long as the answer lives. ArrayFormat::hold()
[[nodiscard]] std::shared_ptr<void const> hold_zarr(std::string const& store);

/// The attributes of a group, in JSON; an empty object where it has none. Throws where they cannot be read.
[[nodiscard]] std::string group_attributes_text(std::string const& group);

/// "/A", "/group/B": all arrays below a group, sorted. Error: metadata or directories below it cannot be read, so that arrays would
/// be missing.
[[nodiscard]] Result<std::vector<std::string>> zarr_arrays(std::string const& group);

/// "/group", "/group/inner": all groups below a group, sorted, so that outer ones come first. Error: as above.
[[nodiscard]] Result<std::vector<std::string>> zarr_group_paths(std::string const& group);

/// The group whose consolidated metadata speak of a node: the topmost one that it lies in; nothing where it lies in none.
[[nodiscard]] std::optional<std::string> enclosing_store(std::string const& path);

/// Gathers the metadata of everything below a group of version 2 in ".zmetadata"; version 3 has none here. Where some cannot be
/// read there is no ".zmetadata": what it does not name would be missing for its readers. Failures throw.
void consolidate(std::string const& group);
/// Takes consolidated metadata away: they do not say what is there any more. Failures throw.
void forget_consolidated(std::string const& group);

} // namespace tessera
