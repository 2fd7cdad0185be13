// SPDX-License-Identifier: BSD-3-Clause
// Tessera: folders of safetensors files that hold boxes of tensors.
#include "libcore/files/store/torch/safetensors_folder.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_inside.hpp"
#include "libcore/files/store/safetensors_header.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;
using ShardJson = nlohmann::json;

/// Returns the sorted names of a folder's safetensors files.
Result<std::vector<std::string>> tensor_files(std::string const& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        std::string const name = entry->path().filename().string();
        if (name.ends_with(".safetensors") && !name.starts_with('.')) names.push_back(name);
    }
    if (failed) return fail(fmt::format("cannot read '{}': {}", folder, failed.message()));
    std::ranges::sort(names);
    return names;
}

/// Error: of the files that ranks wrote, one before the last is missing.
Result<void> check_shards(std::string const& folder, std::vector<std::string> const& names) {
    constexpr std::string_view front = "shard-";
    std::set<Index> numbers;
    for (std::string const& name : names) {
        Index number = 0;
        if (!name.starts_with(front)) continue;
        std::from_chars(name.data() + front.size(), name.data() + name.size(), number);
        numbers.insert(number);
    }
    Index next = 1;
    for (Index const number : numbers) {
        if (number != next) return fail(fmt::format("'{}' has no file 'shard-{:05}-...', and has later ones", folder, next));
        ++next;
    }
    return {};
}

/// Error: the index names a missing file, or a tensor that is not in its file.
Result<void> check_index(std::string const& folder, Checkpoint const& checkpoint) {
    std::string const path = (fs::path(folder) / safetensors_index).string();
    constexpr Index most_bytes = Index{64} << 20;
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored))) return {};
    if (auto const readable = check_readable(path); !readable) return readable;
    PosixFile const file = PosixFile::open_to_read(path);
    std::string text(as_size(std::min(file.size(), most_bytes)), '\0');
    file.read(0, std::as_writable_bytes(std::span(text)));
    ShardJson const json = ShardJson::parse(shallow_json(text), nullptr, false);
    if (!json.is_object() || !json.contains("weight_map") || !json.at("weight_map").is_object())
        return fail(fmt::format("cannot read '{}': it has no \"weight_map\"", path));
    for (auto const& [tensor, name] : json.at("weight_map").items()) {
        if (!name.is_string()) return fail(fmt::format("'{}': the file of '{}' is no text", path, tensor));
        auto const there = file_inside(folder, name.get<std::string>());
        if (!there) return fail(fmt::format("'{}': {}", path, there.error().message));
        if (checkpoint.find(tensor) == nullptr)
            return fail(fmt::format("'{}' has the tensor '{}', and no file of the folder has", path, tensor));
    }
    return {};
}

/// Collects the pieces of all files by tensor name.
class FolderReader {
  public:
    explicit FolderReader(std::string folder) : folder_(std::move(folder)) {}

    Result<void> add(std::string const& name) {
        auto const path = TRY(file_inside(folder_, name));
        auto const file = TRY(load_safetensors(path));
        auto const info = TRY(sharding_of(path, *file));
        for (auto const& text : file->metadata) {
            bool const says_format = text == std::pair<std::string, std::string>{"format", "pt"}; // every checkpoint has it
            bool const ours = text.first == sharding_key || text.first == sharding_version_key || says_format;
            bool const known = std::ranges::find(texts_, text.first, &std::pair<std::string, std::string>::first) != texts_.end();
            if (!ours && !known) texts_.push_back(text);
        }
        for (SafeTensor const& each : file->tensors)
            if (auto const added = add_piece(path, name, each, info); !added) return added;
        return {};
    }

    Result<Checkpoint> finish() {
        Checkpoint made{.texts = std::move(texts_)};
        for (auto& [name, known] : tensors_) {
            CheckpointTensor& tensor = known.tensor;
            tensor.shape = known.shape.value_or(known.reached);
            if (auto const settled = settle_pieces(tensor); !settled)
                return fail(fmt::format("cannot read '{}': {}", folder_, settled.error().message));
            tensor.may_go_on = known.cut && !known.shape && !tensor.shape.empty() && !has_short_end(tensor);
            made.tensors.push_back(std::move(tensor));
        }
        return made;
    }

  private:
    struct Known {
        CheckpointTensor tensor;
        Extents reached;              ///< end of its pieces
        std::optional<Extents> shape; ///< as stated by a file
        bool cut = false;             ///< its files hold pieces of tensors
    };

    /// Returns whether the last piece is shorter. PyTorch divides along one dimension into equal pieces, except for the last.
    static bool has_short_end(CheckpointTensor const& tensor) {
        if (tensor.pieces.empty()) return false;
        return tensor.pieces.back().sizes != tensor.pieces.front().sizes;
    }

    /// Returns the sharding information; null if the file has whole tensors.
    static Result<ShardJson> sharding_of(std::string const& path, SafeTensors const& file) {
        auto const found = std::ranges::find(file.metadata, sharding_key, &std::pair<std::string, std::string>::first);
        if (found == file.metadata.end()) return ShardJson();
        ShardJson json = ShardJson::parse(shallow_json(found->second), nullptr, false);
        if (json.is_object()) return json;
        return fail(fmt::format("cannot read '{}': its {} is no JSON object", path, sharding_key));
    }

    Result<void> add_piece(std::string const& path, std::string const& file, SafeTensor const& each, ShardJson const& info) {
        CheckpointPiece piece{Extents(each.shape.size(), 0), each.shape, file, each.begin, each.bytes()};
        std::string name = each.name;
        std::optional<Extents> shape;
        if (!info.is_null()) {
            auto const entry = info.find(each.name);
            bool const right = entry != info.end() && entry->is_object() && entry->contains(offsets_member) &&
                               is_json<Extents>(entry->at(offsets_member));
            if (right) piece.begin = entry->at(offsets_member).get<Extents>();
            bool const fits = right && piece.begin.size() == each.shape.size() &&
                              std::ranges::none_of(piece.begin, [](Index begin) { return begin < 0; });
            if (!fits) return fail(fmt::format("cannot read '{}': it does not say where the piece '{}' begins", path, each.name));
            if (entry->contains(logical_member) && entry->at(logical_member).is_string())
                name = entry->at(logical_member).get<std::string>();
            if (entry->contains(shape_member) && is_json<Extents>(entry->at(shape_member)))
                shape = entry->at(shape_member).get<Extents>();
        }
        auto const [place, is_new] = tensors_.try_emplace(name, Known{{name, each.dtype, each.type}, piece.begin, shape});
        Known& known = place->second;
        known.cut = !info.is_null();
        if (!is_new && (known.tensor.dtype != each.dtype || known.reached.size() != each.shape.size() || known.shape != shape))
            return fail(
                fmt::format("cannot read '{}': its piece of '{}' has another type or shape than that of another file", path, name));
        if (!is_new && info.is_null())
            return fail(fmt::format("cannot read '{}': another file of the folder has a tensor '{}', too", path, name));
        for (std::size_t d = 0; d < each.shape.size(); ++d) {
            if (piece.begin[d] > std::numeric_limits<Index>::max() - each.shape[d])
                return fail(fmt::format("cannot read '{}': the piece '{}' ends beyond what 64 bits can count", path, each.name));
            known.reached[d] = std::max(known.reached[d], piece.begin[d] + each.shape[d]);
        }
        known.tensor.pieces.push_back(std::move(piece));
        return {};
    }

    std::string folder_;
    std::map<std::string, Known> tensors_;
    std::vector<std::pair<std::string, std::string>> texts_; // of all files, each key once
};

} // namespace

std::string shard_name(Index number) {
    return fmt::format("shard-{:05}-model-00001-of-00001.safetensors", number);
}

Result<Checkpoint> read_safetensors_folder(std::string const& folder) {
    auto const names = TRY(tensor_files(folder));
    if (names.empty()) return fail(fmt::format("'{}' has no safetensors files", folder));
    TRY(check_shards(folder, names));
    FolderReader reader(folder);
    for (std::string const& name : names) TRY(reader.add(name));
    auto made = reader.finish();
    if (!made) return made;
    TRY(check_index(folder, *made));
    return made;
}

} // namespace tessera
