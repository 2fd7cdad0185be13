// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of PyTorch's distributed checkpoints (folders of tensors).
#pragma once

#include "libcore/files/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& checkpoint_format();

} // namespace tessera
