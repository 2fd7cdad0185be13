// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores that are lists of references to bytes of other files.
#include "libcore/files/store/zarr/reference_store.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/file_inside.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <system_error>

namespace tessera {

namespace {

using ReferenceJson = nlohmann::json;
namespace fs = std::filesystem;

constexpr Index most_list_bytes = Index{256} << 20;

bool names_metadata(std::string_view key) {
    std::string_view const last = key.substr(key.rfind('/') + 1);
    return last == ".zgroup" || last == ".zarray" || last == "zarr.json" || last == ".zmetadata";
}

/// Replaces `{{u}}` by the list's template u.
Result<std::string> filled_in(std::string text, ReferenceJson const& templates) {
    for (std::size_t at = text.find("{{"); at != std::string::npos; at = text.find("{{", at)) {
        std::size_t const end = text.find("}}", at);
        if (end == std::string::npos) return fail(fmt::format("'{}' has a template without an end", text));
        std::string name = text.substr(at + 2, end - at - 2);
        while (name.starts_with(' ')) name.erase(0, 1);
        while (name.ends_with(' ')) name.pop_back();
        auto const found = templates.find(name);
        if (found == templates.end() || !found->is_string())
            return fail(fmt::format("the template '{{{{{}}}}}' is not among its \"templates\"; only plain names are read", name));
        auto const& value = found->get_ref<std::string const&>();
        if (value.find("{{") != std::string::npos)
            return fail(fmt::format("the template '{}' takes arguments; write the addresses out: only plain names are read", name));
        text.replace(at, end + 2 - at, value);
        at += value.size();
    }
    return text;
}

Result<void> check_reference_path(std::string const& file) {
    if (std::size_t const end = file.find("://"); end != std::string::npos)
        return fail(fmt::format("it refers to '{}': {} is not read here; download the file and refer to it by a relative path",
                                file, file.substr(0, end)));
    if (!is_path_inside(file))
        return fail(fmt::format("it refers to '{}': only files in the folder of the list are read; put it there, and write a "
                                "relative path",
                                file));
    return {};
}

/// Parses [url] or [url, offset, length].
Result<void> take_place(Reference& reference, ReferenceJson const& value, ReferenceJson const& templates) {
    bool const is_place = value.is_array() && (value.size() == 1 || value.size() == 3) && value[0].is_string();
    if (!is_place) return fail(fmt::format("'{}' is neither a text nor [file] nor [file, offset, length]", reference.key));
    auto file = TRY(filled_in(value[0].get<std::string>(), templates));
    if (auto const inside = check_reference_path(file); !inside) return inside;
    reference.file = std::move(file);
    if (value.size() == 1) return {};
    constexpr Index most = std::numeric_limits<Index>::max();
    bool const fits = is_whole_number<Index>(value[1]) && is_whole_number<Index>(value[2]);
    reference.offset = fits ? value[1].get<Index>() : -1;
    reference.length = fits ? value[2].get<Index>() : -1;
    if (reference.offset < 0 || reference.length < 0 || reference.length > most - reference.offset)
        return fail(fmt::format("'{}' has no proper offset and length", reference.key));
    return {};
}

Result<Reference> reference_of(std::string const& key, ReferenceJson const& value, ReferenceJson const& templates) {
    constexpr std::string_view base64 = "base64:";
    Reference reference{key};
    if (value.is_object()) { // metadata as plain JSON, which later versions of kerchunk write
        reference.text = value.dump();
    } else if (!value.is_string()) {
        TRY(take_place(reference, value, templates));
    } else if (auto const& text = value.get_ref<std::string const&>(); !text.starts_with(base64)) {
        reference.text = text;
    } else {
        auto const bytes = bytes_of_base64(std::string_view(text).substr(base64.size()));
        if (!bytes) return fail(fmt::format("'{}' is no base64", key));
        for (std::byte const byte : *bytes) reference.text.push_back(static_cast<char>(byte));
    }
    return reference;
}

class ReferenceStore final : public KeyedStore {
  public:
    ReferenceStore(std::string const& path, std::vector<Reference> references)
        : path_(path), folder_(directory_of(path)), references_(std::move(references)) {
        for (Reference const& each : references_) keys_.push_back(each.key);
    }
    [[nodiscard]] std::vector<std::string> const& keys() const override { return keys_; }
    [[nodiscard]] std::string_view kind() const override { return "a list of references"; }

    [[nodiscard]] std::optional<KeyLocation> find(std::string const& key) const override {
        auto const found = std::ranges::lower_bound(references_, key, {}, &Reference::key);
        if (found == references_.end() || found->key != key) return std::nullopt;
        if (found->file.empty()) return KeyLocation{.file = "", .bytes = {}, .text = found->text};
        auto const inside = file_inside(folder_.string(), found->file);
        if (!inside) throw std::runtime_error(fmt::format("'{}' in '{}': {}", key, path_, inside.error().message));
        std::string const& file = *inside;
        Index const size = PosixFile::open_to_read(file).size();
        Run const bytes{found->offset, found->length < 0 ? size : found->offset + found->length};
        if (bytes.end <= size) return KeyLocation{.file = file, .bytes = bytes};
        throw std::runtime_error(fmt::format("cannot read '{}/{}': it is {} from {} on of '{}', which has {}", path_, key,
                                             counted(bytes.size(), "byte"), bytes.begin, file, grouped(size)));
    }

    [[nodiscard]] std::vector<std::string> other_files() const override {
        std::set<std::string> files;
        std::error_code ignored;
        for (Reference const& each : references_)
            if (!each.file.empty()) files.insert((folder_ / each.file).string());
        std::erase_if(files, [&](std::string const& file) { return !fs::is_regular_file(file, ignored); });
        return {files.begin(), files.end()};
    }

  private:
    std::string path_;
    fs::path folder_;
    std::vector<Reference> references_; // sorted by key
    std::vector<std::string> keys_;
};

} // namespace

Result<std::optional<std::vector<Reference>>> parse_references(std::string_view text) {
    ReferenceJson const json = ReferenceJson::parse(strict_json(shallow_json(text)), nullptr, false);
    if (!json.is_object()) return std::nullopt;
    bool const second = json.contains("refs") && json.at("refs").is_object();
    ReferenceJson const& refs = second ? json.at("refs") : json;
    auto const is_metadata = [](auto const& member) { return names_metadata(member.key()); };
    auto const items = refs.items();
    if (!second && std::none_of(items.begin(), items.end(), is_metadata)) return std::nullopt;
    if (second && json.contains("version") && json.at("version") != 1)
        return fail(fmt::format("its references are of version {}; 0 and 1 are read", json.at("version").dump()));
    if (second && json.contains("gen"))
        return fail("it has \"gen\", which makes references by a program; have kerchunk write them all out");
    ReferenceJson const templates = second ? json.value("templates", ReferenceJson::object()) : ReferenceJson::object();
    if (!templates.is_object()) return fail("its \"templates\" are no object");
    std::vector<Reference> all;
    for (auto const& [key, value] : items) all.push_back(TRY(reference_of(key, value, templates)));
    std::ranges::sort(all, {}, &Reference::key);
    return all;
}

Result<std::shared_ptr<KeyedStore const>> reference_store(std::string const& path) {
    PosixFile const file = PosixFile::open_to_read(path);
    if (file.size() > most_list_bytes)
        return fail(fmt::format("a list of references of {} is too long; {} is the most", scaled_bytes(file.size()),
                                scaled_bytes(most_list_bytes)));
    std::string text(as_size(file.size()), '\0');
    file.read(0, std::as_writable_bytes(std::span(text)));
    auto references = TRY(parse_references(text));
    if (!references) return nullptr;
    return std::make_shared<ReferenceStore>(path, *std::move(references));
}

} // namespace tessera
