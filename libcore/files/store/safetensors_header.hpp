// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the header of safetensors files: https://github.com/huggingface/safetensors, "Format".
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

struct SafeTensor {
    std::string name;
    std::string dtype; ///< the type's name in the format: "BF16"
    ElementType type;
    Extents shape = {}; ///< in C order
    Index begin = 0;    ///< offset of its elements in the file
    [[nodiscard]] Index bytes() const;
};

struct SafeTensors {
    std::vector<SafeTensor> tensors = {};                              ///< in header order
    std::vector<std::pair<std::string, std::string>> metadata = {};    ///< metadata of the file
    [[nodiscard]] SafeTensor const* find(std::string_view name) const; ///< null: not found
};

/// Returns the element type of a safetensors type name; 8-bit floats become single bytes. Returns nullopt for unknown names.
[[nodiscard]] std::optional<ElementType> safetensors_type(std::string_view dtype);
/// Returns the safetensors name of a type; nullopt if there is none. Bytes are not mapped back to 8-bit floats.
[[nodiscard]] std::optional<std::string> safetensors_dtype(ElementType const& type);

/// Parses the header of a file with `file_bytes` bytes. Errors: it violates a rule of the format (data overlap or leave holes, a
/// name occurs twice, ...).
[[nodiscard]] Result<SafeTensors> parse_safetensors(std::string_view header, Index file_bytes);

/// Returns the length prefix and the header, padded with spaces so that data begin at a multiple of 8. Sets `begin` of every
/// tensor. Larger element types come first, so that all data are aligned. Error: the header is longer than the format allows.
[[nodiscard]] Result<std::string> safetensors_text(SafeTensors& tensors);

/// Returns the header of a file. It is cached while a caller holds it and the file is unchanged. Not thread-safe. Errors name the
/// file.
[[nodiscard]] Result<std::shared_ptr<SafeTensors const>> load_safetensors(std::string const& path);

} // namespace tessera
