// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the header of safetensors files.
#include "libcore/files/store/safetensors_header.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/json_member.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/io/file_array.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace tessera {

namespace {

using TensorJson = nlohmann::basic_json<OrderedMembers>;
constexpr Index prefix_bytes = 8; // length of the header, little-endian
constexpr Index longest_header = 100'000'000;
constexpr char const* metadata_key = "__metadata__";

struct TensorType {
    std::string_view dtype;
    char const* name;
    Index bytes;
};
/// If several names have the same type, the first is written.
constexpr std::array tensor_types{
    TensorType{"BOOL", "bool", 1},     TensorType{"U8", "uint8", 1},      TensorType{"I8", "int8", 1},
    TensorType{"U16", "uint16", 2},    TensorType{"I16", "int16", 2},     TensorType{"F16", "float16", 2},
    TensorType{"BF16", "bfloat16", 2}, TensorType{"U32", "uint32", 4},    TensorType{"I32", "int32", 4},
    TensorType{"F32", "float32", 4},   TensorType{"U64", "uint64", 8},    TensorType{"I64", "int64", 8},
    TensorType{"F64", "float64", 8},   TensorType{"C64", "complex64", 8}, TensorType{"F8_E5M2", "V1", 1},
    TensorType{"F8_E4M3", "V1", 1},    TensorType{"F8_E8M0", "V1", 1}};

/// Finds duplicate member names, which nlohmann's parser accepts (it keeps the last).
class Duplicates {
  public:
    bool see(TensorJson::parse_event_t event, TensorJson const& parsed) {
        if (event == TensorJson::parse_event_t::object_start) names_.emplace_back();
        if (event == TensorJson::parse_event_t::object_end) names_.pop_back();
        if (event == TensorJson::parse_event_t::key && !names_.back().insert(parsed.get<std::string>()).second && !found)
            found = parsed.get<std::string>();
        return true;
    }
    std::optional<std::string> found = std::nullopt;

  private:
    std::vector<std::set<std::string>> names_;
};

Result<TensorJson> object_of_header(std::string_view text) {
    Duplicates twice;
    auto const see = [&](int, TensorJson::parse_event_t event, TensorJson& parsed) { return twice.see(event, parsed); };
    TensorJson json = text.starts_with('{') ? TensorJson::parse(shallow_json(text), see, false) : TensorJson();
    if (!json.is_object()) return fail("its header is no JSON object");
    if (twice.found) return fail(fmt::format("its header has '{}' twice", *twice.found));
    return json;
}

Result<SafeTensor> tensor_of(std::string const& name, TensorJson const& json, Index data) {
    SafeTensor tensor{name, json_member<std::string>(json, "dtype", fmt::format("'{}'", name)), {}};
    auto const type = safetensors_type(tensor.dtype);
    if (!type) return fail(fmt::format("'{}' has elements of the type {}, which is not known here", name, tensor.dtype));
    tensor.type = *type;
    tensor.shape = json_member<Extents>(json, "shape", fmt::format("'{}'", name));
    auto const offsets = json_member<std::vector<Index>>(json, "data_offsets", fmt::format("'{}'", name));
    Extents factors = tensor.shape;
    factors.push_back(type->bytes);
    bool const negative = std::ranges::any_of(tensor.shape, [](Index extent) { return extent < 0; });
    auto const bytes = negative ? std::nullopt : checked_product(factors);
    if (!bytes || offsets.size() != 2 || offsets[0] < 0 || offsets[1] < offsets[0] || offsets[1] - offsets[0] != *bytes)
        return fail(fmt::format("the data_offsets of '{}' are not those of its shape and type", name));
    if (std::ssize(tensor.shape) > max_file_dims)
        return fail(fmt::format("'{}' has {} dimensions; {} is the most", name, tensor.shape.size(), max_file_dims));
    tensor.begin = data + offsets[0];
    return tensor;
}

/// Error: the tensors do not cover the data exactly once from the first byte to the last.
Result<void> check_cover(SafeTensors const& file, Index data, Index file_bytes) {
    std::vector<SafeTensor const*> sorted;
    for (SafeTensor const& tensor : file.tensors) sorted.push_back(&tensor);
    std::ranges::stable_sort(sorted, {}, [](SafeTensor const* tensor) { return std::pair(tensor->begin, tensor->bytes()); });
    Index end = data;
    for (SafeTensor const* const tensor : sorted) {
        if (tensor->begin != end)
            return fail(fmt::format("the data of '{}' {}", tensor->name,
                                    tensor->begin < end ? "overlap those of another tensor" : "leave a hole before them"));
        end += tensor->bytes();
    }
    if (end != file_bytes)
        return fail(fmt::format("its header tells of {}, and it has {}", counted(end, "byte"), grouped(file_bytes)));
    return {};
}

} // namespace

Index SafeTensor::bytes() const {
    Index product = type.bytes;
    for (Index const extent : shape) product *= extent;
    return product;
}

SafeTensor const* SafeTensors::find(std::string_view name) const {
    auto const found = std::ranges::find(tensors, name, &SafeTensor::name);
    return found == tensors.end() ? nullptr : &*found;
}

std::optional<ElementType> safetensors_type(std::string_view dtype) {
    auto const* const found = std::ranges::find(tensor_types, dtype, &TensorType::dtype);
    return found == tensor_types.end() ? std::nullopt : std::optional(ElementType{found->name, found->bytes});
}

std::optional<std::string> safetensors_dtype(ElementType const& type) {
    auto const* const found = std::ranges::find(tensor_types, type.name, &TensorType::name);
    if (found == tensor_types.end() || found->name == std::string_view("V1")) return std::nullopt;
    return std::string(found->dtype);
}

Result<SafeTensors> parse_safetensors(std::string_view header, Index file_bytes) {
    try {
        auto const json = TRY(object_of_header(header));
        SafeTensors file;
        Index const data = prefix_bytes + std::ssize(header);
        for (auto const& [name, member] : json.items()) {
            if (name == metadata_key) {
                for (auto const& [key, text] : member.items())
                    file.metadata.emplace_back(key, json_member<std::string>(member, key, metadata_key));
                continue;
            }
            file.tensors.push_back(TRY(tensor_of(name, member, data)));
        }
        TRY(check_cover(file, data, file_bytes));
        return file;
    } catch (JsonMismatch const& wrong) {
        return fail(fmt::format("its header is not as it should be: {}", wrong.what()));
    }
}

Result<std::string> safetensors_text(SafeTensors& file) {
    std::vector<SafeTensor*> sorted;
    for (SafeTensor& tensor : file.tensors) sorted.push_back(&tensor);
    std::ranges::stable_sort(sorted, std::greater(), [](SafeTensor const* tensor) { return tensor->type.bytes; });
    TensorJson json = TensorJson::object();
    for (auto const& [key, text] : file.metadata) json[metadata_key][key] = text;
    Index end = 0;
    for (SafeTensor* const tensor : sorted) {
        tensor->begin = end;
        end += tensor->bytes();
        json[tensor->name] = {{"dtype", tensor->dtype}, {"shape", tensor->shape}, {"data_offsets", {tensor->begin, end}}};
    }
    std::string text = json.dump();
    text.append(as_size(ceil_div(std::ssize(text), prefix_bytes) * prefix_bytes - std::ssize(text)), ' ');
    if (std::ssize(text) > longest_header)
        return fail(fmt::format("a header of {} would be longer than the format's {}; copy fewer arrays to one file",
                                counted(std::ssize(text), "byte"), grouped(longest_header)));
    std::string length;
    for (Index b = 0; b < prefix_bytes; ++b) length += static_cast<char>(text.size() >> (8 * b) & 0xFFU);
    for (SafeTensor& tensor : file.tensors) tensor.begin += prefix_bytes + std::ssize(text);
    return length + text;
}

namespace {

Result<SafeTensors> read_safetensors(std::string const& path) {
    PosixFile const file = PosixFile::open_to_read(path);
    std::array<std::byte, prefix_bytes> prefix{};
    if (file.size() < prefix_bytes) return fail("it is too short for a length");
    file.read(0, prefix);
    std::uint64_t length = 0;
    for (std::size_t b = prefix.size(); b-- > 0;) length = length << 8U | std::to_integer<std::uint64_t>(prefix[b]);
    if (length > static_cast<std::uint64_t>(longest_header))
        return fail(fmt::format("its header would have {} bytes; {} is the most", length, grouped(longest_header)));
    if (static_cast<Index>(length) > file.size() - prefix_bytes) return fail("it ends within its header");
    std::string header(length, '\0');
    file.read(prefix_bytes, std::as_writable_bytes(std::span(header)));
    return parse_safetensors(header, file.size());
}

} // namespace

Result<std::shared_ptr<SafeTensors const>> load_safetensors(std::string const& path) {
    TRY(check_readable(path));
    static std::map<std::string, std::pair<FileIdentity, std::weak_ptr<SafeTensors const>>> loaded;
    FileIdentity const identity = identity_of(path);
    std::erase_if(loaded, [](auto const& each) { return each.second.second.expired(); });
    auto& [known, held] = loaded[path];
    if (auto there = held.lock(); there && known == identity) return there;
    auto file = read_safetensors(path);
    if (!file) return fail(fmt::format("cannot read '{}': {}", path, file.error().message));
    auto made = std::make_shared<SafeTensors const>(*std::move(file));
    known = identity;
    held = made;
    return made;
}

} // namespace tessera
