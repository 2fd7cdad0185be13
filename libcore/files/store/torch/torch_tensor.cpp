// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a tensor in a torch.save() archive, after torch/serialization.py and torch/_utils.py of PyTorch 2.9.
#include "libcore/files/store/torch/torch_tensor.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

struct TorchType {
    std::string_view dtype;
    std::string_view storage; ///< storage class, in older files
    char const* name;
    Index bytes;
};
constexpr std::array torch_types{TorchType{"float32", "FloatStorage", "float32", 4},
                                 TorchType{"float64", "DoubleStorage", "float64", 8},
                                 TorchType{"float16", "HalfStorage", "float16", 2},
                                 TorchType{"bfloat16", "BFloat16Storage", "bfloat16", 2},
                                 TorchType{"int64", "LongStorage", "int64", 8},
                                 TorchType{"int32", "IntStorage", "int32", 4},
                                 TorchType{"int16", "ShortStorage", "int16", 2},
                                 TorchType{"int8", "CharStorage", "int8", 1},
                                 TorchType{"uint8", "ByteStorage", "uint8", 1},
                                 TorchType{"bool", "BoolStorage", "bool", 1},
                                 TorchType{"complex64", "ComplexFloatStorage", "complex64", 8},
                                 TorchType{"complex128", "ComplexDoubleStorage", "complex128", 16},
                                 TorchType{"uint16", "", "uint16", 2},
                                 TorchType{"uint32", "", "uint32", 4},
                                 TorchType{"uint64", "", "uint64", 8},
                                 TorchType{"float8_e4m3fn", "", "V1", 1},
                                 TorchType{"float8_e5m2", "", "V1", 1}};

constexpr std::array<std::string_view, 14> torch_classes{"torch Size",
                                                         "torch device",
                                                         "torch.serialization _get_layout",
                                                         "torch._utils _rebuild_tensor_v2",
                                                         "torch._utils _rebuild_tensor_v3",
                                                         "torch._utils _rebuild_parameter",
                                                         "torch.storage UntypedStorage",
                                                         "torch.storage TypedStorage",
                                                         "collections OrderedDict",
                                                         "pathlib PosixPath",
                                                         "pathlib PurePosixPath",
                                                         "pathlib WindowsPath",
                                                         "pathlib._local PosixPath",
                                                         "builtins set"};

/// Classes of PyTorch's distributed checkpoints, accepted in any module because they have moved.
constexpr std::array<std::string_view, 11> checkpoint_classes{
    "Metadata",     "TensorStorageMetadata", "BytesStorageMetadata", "ChunkStorageMetadata", "MetadataIndex", "TensorProperties",
    "_StorageInfo", "StorageMeta",           "_MEM_FORMAT_ENCODING", "MEM_FORMAT_ENCODING",  "ShardMetadata"};

/// Returns the entry whose name ends with `end`, in any folder of the archive.
ZipEntry const* entry_called(std::vector<ZipEntry> const& entries, std::string_view end) {
    auto const found = std::ranges::find_if(entries, [&](ZipEntry const& entry) { return entry.name.ends_with(end); });
    return found == entries.end() ? nullptr : &*found;
}

Result<std::vector<std::byte>> small_entry(ZipBytes const& archive, ZipEntry const& entry) {
    constexpr Index most = Index{1} << 20;
    auto const begin = TRY(zip_data_begin(archive, entry));
    if (entry.deflated || entry.bytes > most) return fail(fmt::format("'{}' in it is compressed, or far too long", entry.name));
    std::vector<std::byte> bytes(as_size(entry.bytes));
    archive.read(begin, bytes);
    return bytes;
}

/// Content of the pickle. `key` of the storage is the name of its file.
struct DescribedTensor {
    std::string dtype;
    std::string key;
    Extents sizes;
    Extents strides;
    Index offset = 0;
};

Result<DescribedTensor> described(PickleValue const& root) {
    PickleValue const* tensor = &root;
    if (tensor->is_made_by("torch._utils _rebuild_parameter")) {
        PickleValue const& arguments = *tensor->items[1];
        if (arguments.items.empty()) return fail("its pickle is no tensor");
        tensor = arguments.items[0];
    }
    bool const typed = tensor->is_made_by("torch._utils _rebuild_tensor_v2");
    if (!typed && !tensor->is_made_by("torch._utils _rebuild_tensor_v3")) return fail("its pickle is no tensor");
    auto const& arguments = tensor->items[1]->items;
    if (arguments.size() < (typed ? 4U : 7U) || arguments[0]->kind != PickleValue::Kind::Persistent)
        return fail("its pickle is no tensor");
    PickleValue const& storage = *arguments[0]->items[0]; // ('storage', class, key, device, elements)
    auto const sizes = extents_of(*arguments[2]);
    auto const strides = extents_of(*arguments[3]);
    bool const right = storage.items.size() >= 3 && storage.items[2]->kind == PickleValue::Kind::Text && sizes && strides &&
                       sizes->size() == strides->size() && arguments[1]->kind == PickleValue::Kind::Integer;
    if (!right) return fail("its pickle is no tensor");
    DescribedTensor made{"", storage.items[2]->text, *sizes, *strides, arguments[1]->number};
    std::string const type = (typed ? storage.items[1] : arguments[6])->text;
    std::string const word = type.substr(type.rfind(' ') + 1);
    for (TorchType const& each : torch_types)
        if (word == (typed ? each.storage : each.dtype)) made.dtype = each.dtype;
    if (made.dtype.empty()) return fail(fmt::format("its elements are of the type '{}', which is not known here", type));
    return made;
}

/// Returns the dimensions from fastest to slowest if the strides describe contiguous elements in some order of dimensions.
std::optional<std::vector<int>> gapless(Extents const& sizes, Extents const& strides) {
    std::vector<int> dims(sizes.size());
    std::iota(dims.rbegin(), dims.rend(), 0);
    auto const long_one = [&](int d) { return sizes[as_size(d)] != 1; };
    std::ranges::stable_sort(dims, {}, [&](int d) { return long_one(d) ? strides[as_size(d)] : 0; });
    Index next = 1;
    for (int const d : dims) {
        if (long_one(d) && strides[as_size(d)] != next) return std::nullopt;
        next *= sizes[as_size(d)];
    }
    return dims;
}

} // namespace

std::optional<ElementType> torch_type(std::string_view dtype) {
    auto const* const found = std::ranges::find(torch_types, dtype, &TorchType::dtype);
    return found == torch_types.end() ? std::nullopt : std::optional(ElementType{found->name, found->bytes});
}

std::optional<std::string> torch_dtype(ElementType const& type) {
    auto const* const found = std::ranges::find(torch_types, type.name, &TorchType::name);
    if (found == torch_types.end() || found->name == std::string_view("V1")) return std::nullopt;
    return std::string(found->dtype);
}

std::string torch_storage(std::string_view dtype) {
    auto const* const found = std::ranges::find(torch_types, dtype, &TorchType::dtype);
    return found == torch_types.end() ? "" : std::string(found->storage);
}

std::optional<Extents> extents_of(PickleValue const& value) {
    using Kind = PickleValue::Kind;
    PickleValue const* list = &value;
    if (value.is_made_by("torch Size")) {
        if (value.items[1]->items.empty()) return Extents{};
        list = value.items[1]->items[0];
    }
    if (list->kind != Kind::Tuple && list->kind != Kind::List) return std::nullopt;
    Extents extents;
    for (PickleValue const* const each : list->items) {
        if (each->kind != Kind::Integer || each->number < 0) return std::nullopt;
        extents.push_back(each->number);
    }
    return extents;
}

bool is_torch_global(std::string_view global) {
    if (std::ranges::find(torch_classes, global) != torch_classes.end()) return true;
    std::size_t const space = global.find(' ');
    std::string_view const module = global.substr(0, space);
    std::string_view const name = global.substr(space + 1);
    if (module.starts_with("torch.distributed.")) return std::ranges::find(checkpoint_classes, name) != checkpoint_classes.end();
    if (module != "torch") return false;
    return name.ends_with("Storage") || torch_type(name) || name.starts_with("float8") || name.starts_with("q") ||
           name == "strided";
}

Result<TorchTensor> read_torch_tensor(ZipBytes const& archive) {
    auto const entries = TRY(zip_entries(archive));
    ZipEntry const* const program = entry_called(entries, "/data.pkl");
    if (program == nullptr) return fail("it has no data.pkl");
    auto const pickle = TRY(small_entry(archive, *program));
    auto const tree = TRY(PickleTree::parse(pickle, is_torch_global));
    auto const tensor = TRY(described(tree.root()));
    if (ZipEntry const* const order = entry_called(entries, "/byteorder"); order != nullptr) {
        auto const word = TRY(small_entry(archive, *order));
        if (!word.empty() && word.front() == std::byte{'b'})
            return fail("its elements have the highest byte first, which is not read");
    }
    std::string const folder = program->name.substr(0, program->name.rfind('/'));
    ZipEntry const* const data = entry_called(entries, fmt::format("{}/data/{}", folder, tensor.key));
    if (data == nullptr) return fail(fmt::format("it has no data/{}", tensor.key));
    auto const begin = TRY(zip_data_begin(archive, *data));
    Index const element = torch_type(tensor.dtype)->bytes;
    Extents factors = tensor.sizes;
    factors.push_back(element);
    auto const bytes = checked_product(factors);
    auto const permutation = gapless(tensor.sizes, tensor.strides);
    bool const none = std::ranges::find(tensor.sizes, 0) != tensor.sizes.end();
    bool const holds = bytes && !data->deflated && *bytes <= data->bytes && tensor.offset >= 0 &&
                       tensor.offset <= (data->bytes - *bytes) / element;
    if (!holds) return fail(fmt::format("its data have {}, fewer than its sizes say", counted(data->bytes, "byte")));
    if (!permutation && !none) return fail("its elements have gaps between them; save a contiguous copy");
    TorchTensor made{tensor.dtype, tensor.sizes, {}, begin + tensor.offset * element};
    if (permutation) made.permutation = *permutation;
    return made;
}

} // namespace tessera
