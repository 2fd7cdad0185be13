// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores that are one file: a zip archive, or a list of references. Paths lead into them as into folders.
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

/// Where the bytes of a key are.
struct KeyValue {
    std::string file; ///< empty: they are `text`
    Run bytes;        ///< of the file
    std::string text = {};
    std::optional<Index> inflated = std::nullopt;    ///< the file's bytes are deflated, and become so many
    std::optional<std::uint32_t> crc = std::nullopt; ///< CRC-32 of all of them
};

/// Immutable; any number of threads may ask.
class KeyedStore {
  public:
    KeyedStore() = default;
    KeyedStore(KeyedStore const&) = delete;
    KeyedStore& operator=(KeyedStore const&) = delete;
    virtual ~KeyedStore() = default;

    /// Sorted: "A/.zarray", "A/0.0".
    [[nodiscard]] virtual std::vector<std::string> const& keys() const = 0;
    /// Nothing: there is no such key. Throws where its bytes cannot be there.
    [[nodiscard]] virtual std::optional<KeyValue> find(std::string const& key) const = 0;
    /// Other files that hold bytes of it, as far as they are there.
    [[nodiscard]] virtual std::vector<std::string> other_files() const { return {}; }
    /// In a few words: "a zip archive".
    [[nodiscard]] virtual std::string_view kind() const = 0;

    [[nodiscard]] bool has(std::string const& key) const;
    /// The keys below a folder, without its name; "" is the store itself.
    [[nodiscard]] std::vector<std::string> below(std::string const& folder) const;
    [[nodiscard]] bool has_folder(std::string const& folder) const;

  private:
    [[nodiscard]] std::span<std::string const> range_below(std::string const& folder) const;
};

/// What a path names in such a store: "a.zarr.zip/A/.zarray" is the key "A/.zarray".
struct KeyedPath {
    std::string file; ///< the store
    std::shared_ptr<KeyedStore const> store;
    std::string key; ///< empty: the store itself
};

/// Nothing: the path leads through no such store. A store is read once as long as it is the same file. Error: it is one, and is
/// damaged or asks for what is not read; it names the file.
[[nodiscard]] Result<std::optional<KeyedPath>> keyed_path(std::string const& path);

/// The same of a path that is no file itself: metadata of a store in folders are never taken for one.
[[nodiscard]] Result<std::optional<KeyedPath>> keyed_entry(std::string const& path);

/// Is the path a folder, of files or in a keyed store?
[[nodiscard]] bool is_store_folder(std::string const& path);

} // namespace tessera
