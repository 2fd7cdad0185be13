// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores in one file: a zip archive or a list of references. Paths lead into them as into folders.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/sets/run.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Location of the bytes of a key.
struct KeyLocation {
    std::string file; ///< empty: the bytes are in `text`
    Run bytes;        ///< range in the file
    std::string text = {};
    std::optional<Index> inflated = std::nullopt;    ///< size after inflation, if the bytes are deflated
    std::optional<std::uint32_t> crc = std::nullopt; ///< CRC-32 of all bytes of the value
};

/// A store in one file. Immutable and thread-safe.
class KeyedStore {
  public:
    KeyedStore() = default;
    KeyedStore(KeyedStore const&) = delete;
    KeyedStore& operator=(KeyedStore const&) = delete;
    virtual ~KeyedStore() = default;

    /// Returns all keys, sorted: "A/.zarray", "A/0.0".
    [[nodiscard]] virtual std::vector<std::string> const& keys() const = 0;
    /// Returns the location of a key's bytes; nullopt if there is no such key. Throws if the location is invalid.
    [[nodiscard]] virtual std::optional<KeyLocation> find(std::string const& key) const = 0;
    /// Existing further files that hold bytes of the store.
    [[nodiscard]] virtual std::vector<std::string> other_files() const { return {}; }
    /// Describes the kind of store: "a zip archive".
    [[nodiscard]] virtual std::string_view kind() const = 0;

    [[nodiscard]] bool has(std::string const& key) const;
    /// Returns the keys below a folder, without the folder's name. "" is the store itself.
    [[nodiscard]] std::vector<std::string> below(std::string const& folder) const;
    [[nodiscard]] bool has_folder(std::string const& folder) const;

  private:
    [[nodiscard]] std::span<std::string const> range_below(std::string const& folder) const;
};

/// The store and key that a path names: "a.zarr.zip/A/.zarray" has the key "A/.zarray".
struct KeyedPath {
    std::string file; ///< path of the store's file
    std::shared_ptr<KeyedStore const> store;
    std::string key; ///< empty: the store itself
};

/// Returns the store and the key of a path; nullopt if the path leads through no such store. A store is cached while its file is
/// unchanged. Error, with the file's name: the store is damaged or uses a feature that is not supported.
[[nodiscard]] Result<std::optional<KeyedPath>> keyed_path(std::string const& path);

/// Like keyed_path(), but returns nullopt if `path` itself exists in the file system. Metadata files of a directory store are
/// therefore never taken for a store.
[[nodiscard]] Result<std::optional<KeyedPath>> keyed_entry(std::string const& path);

/// Returns whether the path is a folder in the file system or in a keyed store.
[[nodiscard]] bool is_store_folder(std::string const& path);

} // namespace tessera
