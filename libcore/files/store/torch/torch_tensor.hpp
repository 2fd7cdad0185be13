// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a tensor in a torch.save() archive (a pickle and the bytes).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/torch/pickle.hpp"
#include "libcore/files/store/zip_directory.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Returns the element type of a PyTorch type name, as "float32"; nullopt if unknown. 8-bit floats become bytes.
[[nodiscard]] std::optional<ElementType> torch_type(std::string_view dtype);

/// Returns PyTorch's name of a type; nullopt if there is none.
[[nodiscard]] std::optional<std::string> torch_dtype(ElementType const& type);
/// Returns the storage class of such elements, as "FloatStorage"; empty if there is none.
[[nodiscard]] std::string torch_storage(std::string_view dtype);

/// Returns the integers of a list, a tuple or a torch.Size; nullopt if the value is none of these or has a negative number.
[[nodiscard]] std::optional<Extents> extents_of(PickleValue const& value);

/// Returns whether checkpoints may name this class or function.
[[nodiscard]] bool is_torch_global(std::string_view global);

struct TorchTensor {
    std::string dtype; ///< "float32"
    Extents sizes;
    std::vector<int> permutation; ///< dimensions from fastest to slowest
    Index begin = 0;              ///< offset of its elements in the archive
};

/// Reads the description of a tensor. Errors: not an archive of one tensor; its elements are not contiguous.
[[nodiscard]] Result<TorchTensor> read_torch_tensor(ZipBytes const& archive);

} // namespace tessera
