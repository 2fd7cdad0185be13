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
    std::string dtype; ///< the format's word: "BF16"
    ElementType type;
    Extents shape = {}; ///< in C's order
    Index begin = 0;    ///< of its elements in the file
    [[nodiscard]] Index bytes() const;
};

struct SafeTensors {
    std::vector<SafeTensor> tensors = {};                              ///< in the order of the header
    std::vector<std::pair<std::string, std::string>> metadata = {};    ///< of the file
    [[nodiscard]] SafeTensor const* find(std::string_view name) const; ///< null: there is none
};

/// What the words of the format's types are elsewhere; 8-bit floats are bytes. Nothing where the format has no such word.
[[nodiscard]] std::optional<ElementType> safetensors_type(std::string_view dtype);
/// The way back.
[[nodiscard]] std::optional<std::string> safetensors_dtype(ElementType const& type);

/// Of a file with so many bytes. Errors: it breaks a rule of the format: data that overlap or leave holes, a name twice, ...
[[nodiscard]] Result<SafeTensors> parse_safetensors(std::string_view header, Index file_bytes);

/// The length and the header, padded with spaces so that the data begin at a multiple of 8; sets `begin` of every tensor. Larger
/// elements come first, so that all are aligned. Error: the header is longer than the format allows.
[[nodiscard]] Result<std::string> safetensors_text(SafeTensors& tensors);

/// The header of a file, which is read once as long as somebody holds it.
[[nodiscard]] Result<std::shared_ptr<SafeTensors const>> load_safetensors(std::string const& path);

} // namespace tessera
