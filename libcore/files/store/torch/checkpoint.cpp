// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PyTorch's distributed checkpoints.
#include "libcore/files/store/torch/checkpoint.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/files/store/file_inside.hpp"
#include "libcore/files/store/torch/safetensors_folder.hpp"
#include "libcore/files/store/torch/torch_tensor.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;

constexpr char const* metadata_name = ".metadata";

std::string text_of_piece(CheckpointPiece const& piece) {
    return fmt::format("[{}]+[{}]", fmt::join(piece.begin, ","), fmt::join(piece.sizes, ","));
}

Result<Index> elements_of_piece(CheckpointTensor const& tensor, CheckpointPiece const& piece) {
    bool inside = piece.begin.size() == tensor.shape.size() && piece.sizes.size() == tensor.shape.size();
    Index elements = 1;
    for (std::size_t d = 0; inside && d < tensor.shape.size(); ++d) {
        inside = piece.begin[d] >= 0 && piece.begin[d] <= tensor.shape[d] && piece.sizes[d] >= 0 &&
                 piece.sizes[d] <= tensor.shape[d] - piece.begin[d];
        elements *= inside ? piece.sizes[d] : 0;
    }
    if (inside) return elements;
    return fail(fmt::format("the piece {} of '{}' does not lie in its shape [{}]", text_of_piece(piece), tensor.name,
                            fmt::join(tensor.shape, ",")));
}

bool overlap(CheckpointPiece const& a, CheckpointPiece const& b) {
    for (std::size_t d = 0; d < a.begin.size(); ++d)
        if (a.begin[d] + a.sizes[d] <= b.begin[d] || b.begin[d] + b.sizes[d] <= a.begin[d]) return false;
    return true;
}

/// Error: pieces overlap. They are sorted along the dimension with the most distinct begins, so that each is compared with few
/// others.
Result<void> check_disjoint(CheckpointTensor const& tensor) {
    std::size_t widest = 0;
    std::size_t most = 0;
    for (std::size_t d = 0; d < tensor.shape.size(); ++d) {
        std::vector<Index> begins;
        for (CheckpointPiece const& piece : tensor.pieces) begins.push_back(piece.begin[d]);
        std::ranges::sort(begins);
        auto const count = as_size(std::unique(begins.begin(), begins.end()) - begins.begin());
        if (count > most) widest = d;
        most = std::max(most, count);
    }
    std::vector<CheckpointPiece const*> sorted;
    for (CheckpointPiece const& piece : tensor.pieces) sorted.push_back(&piece);
    if (tensor.shape.empty())
        widest = 0;
    else
        std::ranges::sort(sorted, {}, [&](CheckpointPiece const* piece) { return piece->begin[widest]; });
    Index left = 100'000'000; // limit on comparisons
    for (std::size_t i = 0; i < sorted.size(); ++i)
        for (std::size_t j = i + 1; j < sorted.size(); ++j) {
            if (!tensor.shape.empty() && sorted[j]->begin[widest] >= sorted[i]->begin[widest] + sorted[i]->sizes[widest]) break;
            if (left-- == 0) return fail(fmt::format("'{}' has too many pieces that are no grid", tensor.name));
            if (overlap(*sorted[i], *sorted[j]))
                return fail(fmt::format("the pieces {} and {} of '{}' overlap", text_of_piece(*sorted[i]),
                                        text_of_piece(*sorted[j]), tensor.name));
        }
    return {};
}

/// Returns the file of a piece. Error: its archive is damaged or holds another tensor than the metadata state.
Result<StoredFile> file_of_piece(std::string const& folder, Checkpoint const& checkpoint, CheckpointTensor const& tensor,
                                 CheckpointPiece const& piece) {
    auto path = TRY(file_inside(folder, piece.file));
    TRY(check_readable(path));
    StoredFile made = in_one_piece(path, piece.sizes, StorageOrder::C, piece.offset);
    if (!checkpoint.archived) return made;
    PosixFile const file = PosixFile::open_to_read(path);
    if (piece.offset > file.size() || piece.length > file.size() - piece.offset)
        return fail(fmt::format("'{}' has {} bytes, and by its metadata '{}' is {} of them from {} on", path, file.size(),
                                tensor.name, piece.length, piece.offset));
    auto const saved =
        read_torch_tensor({piece.length, [&](Index offset, std::span<std::byte> to) { file.read(piece.offset + offset, to); }});
    std::string const where = fmt::format("'{}', at byte {} of '{}'", tensor.name, piece.offset, path);
    if (!saved) return fail(fmt::format("cannot read {}: {}", where, saved.error().message));
    if (saved->dtype != tensor.dtype || saved->sizes != piece.sizes)
        return fail(fmt::format("{} is {} [{}], and by its metadata {} [{}]", where, saved->dtype, fmt::join(saved->sizes, ","),
                                tensor.dtype, fmt::join(piece.sizes, ",")));
    made = in_one_piece(path, piece.sizes, StorageOrder::C, piece.offset + saved->begin);
    made.shape.permutation = saved->permutation;
    return made;
}

/// Sets the position of a piece in its tensor.
void place_piece(StoredFile& file, CheckpointPiece const& piece) {
    std::vector<PeriodicSet> owned;
    for (std::size_t d = 0; d < piece.begin.size(); ++d)
        owned.push_back(PeriodicSet::interval({piece.begin[d], piece.begin[d] + piece.sizes[d]}));
    file.owned = BoxSet(std::move(owned));
    file.filled = file.owned;
}

/// Reverses the order of dimensions.
void reverse_dims(StoredFile& file) {
    std::vector<PeriodicSet> owned(file.owned.dims().begin(), file.owned.dims().end());
    std::ranges::reverse(owned);
    file.owned = file.filled = BoxSet(std::move(owned));
    std::ranges::reverse(file.shape.extents);
    std::ranges::reverse(file.shape.chunk);
    auto const last = static_cast<int>(file.shape.extents.size()) - 1;
    for (int& dim : file.shape.permutation) dim = last - dim;
}

} // namespace

CheckpointTensor const* Checkpoint::find(std::string_view name) const {
    auto const found = std::ranges::lower_bound(tensors, name, {}, &CheckpointTensor::name);
    return found == tensors.end() || found->name != name ? nullptr : &*found;
}

Result<void> settle_pieces(CheckpointTensor& tensor) {
    Extents factors = tensor.shape;
    factors.push_back(tensor.type.bytes);
    auto const bytes = checked_product(factors);
    if (!bytes) return fail(fmt::format("'{}' would have more bytes than 64 bits can count", tensor.name));
    Index left = *bytes / tensor.type.bytes;
    std::ranges::sort(tensor.pieces, {}, [](CheckpointPiece const& piece) { return std::pair(piece.begin, piece.sizes); });
    std::vector<CheckpointPiece> kept;
    for (CheckpointPiece& piece : tensor.pieces) {
        auto const elements = TRY(elements_of_piece(tensor, piece));
        bool const again = !kept.empty() && kept.back().begin == piece.begin && kept.back().sizes == piece.sizes;
        if (elements == 0 || again) continue;
        kept.push_back(std::move(piece));
        left = left < elements ? -1 : left - elements; // overlaps exist if the sum exceeds the tensor
        if (left < 0) break;
    }
    tensor.pieces = std::move(kept);
    if (auto const disjoint = check_disjoint(tensor); !disjoint) return disjoint;
    if (left > 0) return fail(fmt::format("of '{}', {} elements are in no piece of the checkpoint", tensor.name, left));
    return {};
}

bool is_checkpoint(std::string const& folder) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) return false;
    if (fs::exists(fs::path(folder) / metadata_name, ignored) || fs::exists(fs::path(folder) / safetensors_index, ignored))
        return true;
    fs::directory_iterator const entries(folder, ignored);
    return std::ranges::any_of(entries, [](fs::directory_entry const& entry) {
        std::string const name = entry.path().filename().string();
        return name.starts_with("shard-") && name.ends_with(".safetensors");
    });
}

bool belongs_to_checkpoint(std::string const& name) {
    return name.ends_with(".safetensors") || name.ends_with(".distcp") || name == metadata_name || name == safetensors_index;
}

namespace {

/// Adds missing files of other objects. Nothing else opens files without tensors.
void note_missing_files(std::string const& folder, Checkpoint& checkpoint) {
    std::error_code ignored;
    for (std::size_t i = 0; i < checkpoint.other_places.size(); ++i) {
        std::string const& file = checkpoint.other_places[i];
        if (!file.empty() && is_path_inside(file) && !fs::exists(fs::path(folder) / file, ignored))
            checkpoint.others[i] += fmt::format(" and whose file '{}' is missing", file);
    }
}

/// Adds further files of the folder, such as settings of the model, which a copy of the tensors would miss.
void add_other_files(std::string const& folder, Checkpoint& checkpoint) {
    std::vector<std::string> names;
    std::error_code ignored;
    for (fs::directory_iterator entry(folder, ignored); !ignored && entry != fs::directory_iterator(); entry.increment(ignored)) {
        std::string name = entry->path().filename().string();
        if (!belongs_to_checkpoint(name) && !name.starts_with('.')) names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    for (std::string const& name : names) checkpoint.others.push_back(fmt::format("'{}' in its folder", name));
}

} // namespace

Result<std::shared_ptr<Checkpoint const>> load_checkpoint(std::string const& folder) {
    static std::map<std::string, std::pair<FileIdentity, std::weak_ptr<Checkpoint const>>> loaded;
    constexpr Index most_bytes = Index{256} << 20;
    std::string const path = (fs::path(folder) / metadata_name).string();
    std::error_code ignored;
    bool const archived = fs::exists(fs::symlink_status(path, ignored));
    if (!fs::is_directory(folder, ignored)) return fail(fmt::format("cannot read '{}': there is no such directory", folder));
    FileIdentity const identity = identity_of(archived ? path : folder);
    std::erase_if(loaded, [](auto const& each) { return each.second.second.expired(); });
    auto const known = loaded.find(folder);
    if (auto there = known == loaded.end() ? nullptr : known->second.second.lock(); there && known->second.first == identity)
        return there;
    Result<Checkpoint> read = Checkpoint{};
    if (archived) {
        TRY(check_readable(path));
        PosixFile const file = PosixFile::open_to_read(path);
        if (file.size() > most_bytes)
            return fail(fmt::format("cannot read '{}': it has {} bytes; 256 MiB is the most", path, file.size()));
        std::vector<std::byte> pickle(as_size(file.size()));
        file.read(0, pickle);
        read = parse_torch_metadata(pickle);
        if (!read) return fail(fmt::format("cannot read '{}': {}", path, read.error().message));
    } else {
        read = read_safetensors_folder(folder);
        if (!read) return forward_error(read);
    }
    note_missing_files(folder, *read);
    add_other_files(folder, *read);
    auto made = std::make_shared<Checkpoint const>(*std::move(read));
    loaded[folder] = {identity, made};
    return made;
}

StoredArray sharded_array(std::string const& folder, CheckpointTensor const& tensor, std::vector<StoredFile> files,
                          StorageOrder order) {
    StoredArray array{.name = fmt::format("{}:/{}", folder, tensor.name),
                      .array = "/" + tensor.name,
                      .type = tensor.type,
                      .extents = tensor.shape,
                      .order = order};
    array.files = std::move(files);
    for (std::size_t i = 0; i < tensor.pieces.size(); ++i) place_piece(array.files[i], tensor.pieces[i]);
    // the tensor has no elements
    if (array.files.empty()) array.files.push_back(in_one_piece(folder, tensor.shape, StorageOrder::C, 0));
    if (order == StorageOrder::C) return array;
    std::ranges::reverse(array.extents);
    for (StoredFile& file : array.files) reverse_dims(file);
    return array;
}

Result<StoredArray> checkpoint_array(std::string const& folder, Checkpoint const& checkpoint, CheckpointTensor const& tensor,
                                     StorageOrder order) {
    std::vector<StoredFile> files;
    for (CheckpointPiece const& piece : tensor.pieces) files.push_back(TRY(file_of_piece(folder, checkpoint, tensor, piece)));
    StoredArray array = sharded_array(folder, tensor, std::move(files), order);
    if (checkpoint.archived) array.other_files.push_back((fs::path(folder) / metadata_name).string());
    return array;
}

} // namespace tessera
