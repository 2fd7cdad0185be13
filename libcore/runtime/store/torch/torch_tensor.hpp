// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a tensor as torch.save() writes it: an archive of a pickle and its bytes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/store/torch/pickle.hpp"
#include "libcore/runtime/store/zip_directory.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// PyTorch's word for a type, as "float32"; nothing where it has none. Floats of 8 bits are bytes.
[[nodiscard]] std::optional<ElementType> torch_type(std::string_view dtype);

/// The way back. Nothing: it has no such type.
[[nodiscard]] std::optional<std::string> torch_dtype(ElementType const& type);
/// The class of a storage of such elements, as "FloatStorage"; empty: they have none.
[[nodiscard]] std::string torch_storage(std::string_view dtype);

/// Whole numbers of a list, a tuple or a torch.Size; nothing where it is none, or has a negative one.
[[nodiscard]] std::optional<Extents> extents_of(PickleValue const& value);

/// Classes and functions that checkpoints name.
[[nodiscard]] bool is_torch_global(std::string_view global);

struct TorchTensor {
    std::string dtype; ///< "float32"
    Extents sizes;
    std::vector<int> permutation; ///< dimensions from fastest to slowest
    Index begin = 0;              ///< of its elements in the archive
};

/// Errors: it is no archive of one tensor, or one whose elements have gaps between them.
[[nodiscard]] Result<TorchTensor> read_torch_tensor(ZipBytes const& archive);

} // namespace tessera
