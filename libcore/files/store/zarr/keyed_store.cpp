// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores in one file.
#include "libcore/files/store/zarr/keyed_store.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/files/store/zarr/reference_store.hpp"
#include "libcore/files/store/zarr/zip_store.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <system_error>

namespace tessera {

namespace {

namespace fs = std::filesystem;

using KeyedResult = Result<std::shared_ptr<KeyedStore const>>;

/// Loads a store by the type that its first bytes show. Null: it is not a keyed store.
KeyedResult load_keyed(std::string const& path) {
    std::string const begin = beginning_of(path, 4);
    KeyedResult made = std::shared_ptr<KeyedStore const>();
    if (begin.starts_with("PK\3\4") || begin.starts_with("PK\5\6"))
        made = zip_store(path);
    else if (recognise_ending(path, {".zip"}))
        made = check_readable(path) ? fail("it is cut off, or no zip archive") : KeyedResult(forward_error(check_readable(path)));
    else if (begin.starts_with('{'))
        made = reference_store(path);
    return made ? made : fail(fmt::format("cannot read '{}': {}", path, made.error().message));
}

/// Caches the stores that were used last, because a copy looks up every chunk. Thread-safe.
class LoadedStores {
  public:
    KeyedResult get(std::string const& path) {
        constexpr std::size_t most = 4;
        std::lock_guard const lock(mutex_);
        FileIdentity const identity = identity_of(path);
        auto const known =
            std::ranges::find_if(loaded_, [&](Loaded const& each) { return each.path == path && each.identity == identity; });
        if (known != loaded_.end()) return known->store;
        if (loaded_.size() == most) loaded_.pop_front();
        return loaded_.emplace_back(Loaded{path, identity, load_keyed(path)}).store;
    }

  private:
    struct Loaded {
        std::string path;
        FileIdentity identity;
        KeyedResult store;
    };
    std::mutex mutex_;
    std::deque<Loaded> loaded_;
};

} // namespace

std::span<std::string const> KeyedStore::range_below(std::string const& folder) const {
    std::string const front = folder.empty() ? "" : folder + '/';
    auto const from = std::ranges::lower_bound(keys(), front);
    auto const to =
        std::ranges::partition_point(from, keys().end(), [&](std::string const& key) { return key.starts_with(front); });
    return {from, to};
}

bool KeyedStore::has(std::string const& key) const {
    return std::ranges::binary_search(keys(), key);
}

std::vector<std::string> KeyedStore::below(std::string const& folder) const {
    std::vector<std::string> names;
    for (std::string const& key : range_below(folder)) names.push_back(key.substr(folder.empty() ? 0 : folder.size() + 1));
    return names;
}

bool KeyedStore::has_folder(std::string const& folder) const {
    return folder.empty() || !range_below(folder).empty();
}

Result<std::optional<KeyedPath>> keyed_path(std::string const& path) {
    static LoadedStores loaded;
    fs::path file(path);
    std::error_code failed;
    fs::file_type type = fs::status(file, failed).type();
    while ((type == fs::file_type::not_found || type == fs::file_type::none) && file.has_relative_path() &&
           file.has_parent_path()) {
        file = file.parent_path();
        type = fs::status(file, failed).type();
    }
    if (type != fs::file_type::regular) return std::nullopt;
    try {
        auto store = TRY(loaded.get(file.string()));
        if (store == nullptr) return std::nullopt;
        std::string const key = path.size() > file.string().size() ? path.substr(file.string().size() + 1) : "";
        return KeyedPath{file.string(), std::move(store), key.substr(0, key.find_last_not_of('/') + 1)};
    } catch (std::runtime_error const& failure) { // the file was removed or is unreadable
        return fail(failure.what());
    }
}

Result<std::optional<KeyedPath>> keyed_entry(std::string const& path) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(path, ignored))) return std::nullopt;
    return keyed_path(path);
}

bool is_store_folder(std::string const& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return true;
    auto const keyed = keyed_path(path);
    return keyed && *keyed && (*keyed)->store->has_folder((*keyed)->key);
}

} // namespace tessera
