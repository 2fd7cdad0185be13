// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores in zip archives.
#include "libcore/files/store/zarr/zip_store.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/zip_directory.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

class ZipStore final : public KeyedStore {
  public:
    ZipStore(std::string path, std::vector<ZipEntry> entries) : path_(std::move(path)), entries_(std::move(entries)) {
        for (ZipEntry const& entry : entries_) keys_.push_back(entry.name);
    }
    [[nodiscard]] std::vector<std::string> const& keys() const override { return keys_; }
    [[nodiscard]] std::string_view kind() const override { return "a zip archive"; }

    [[nodiscard]] std::optional<KeyLocation> find(std::string const& key) const override {
        auto const entry = std::ranges::lower_bound(entries_, key, {}, &ZipEntry::name);
        if (entry == entries_.end() || entry->name != key) return std::nullopt;
        PosixFile const file = PosixFile::open_to_read(path_);
        auto const begin = zip_data_begin({file.size(), [&](Index offset, auto to) { file.read(offset, to); }}, *entry);
        if (!begin) throw std::runtime_error(fmt::format("cannot read '{}': {}", path_, begin.error().message));
        KeyLocation value{.file = path_, .bytes = {*begin, *begin + entry->stored}, .crc = entry->crc};
        if (entry->deflated) value.inflated = entry->bytes;
        return value;
    }

  private:
    std::string path_;
    std::vector<ZipEntry> entries_; // sorted by name
    std::vector<std::string> keys_;
};

} // namespace

Result<std::shared_ptr<KeyedStore const>> zip_store(std::string const& path) {
    PosixFile const file = PosixFile::open_to_read(path);
    auto entries = TRY(zip_entries({file.size(), [&](Index offset, auto to) { file.read(offset, to); }}));
    return std::make_shared<ZipStore>(path, std::move(entries));
}

} // namespace tessera
