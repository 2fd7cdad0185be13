// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory a part of the target is put together in: chunk by chunk, as it will lie in the file.
#pragma once

#include "libcore/io/copy_parts.hpp"
#include "libcore/runtime/copy/axis_moves.hpp"
#include "libcore/runtime/memory_account.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// How one dimension of the target lies in the buffer; strides in bytes.
struct PartDim {
    Run range;      ///< the part's indices
    Index cell = 1; ///< neighbours that lie `stride` apart
    Index stride = 0;
    Index cell_stride = 0;

    [[nodiscard]] Index offset(Index index) const {
        Index const within = index - range.begin;
        return within / cell * cell_stride + within % cell * stride;
    }
};

class PartBuffer {
  public:
    PartBuffer(MemoryAccount& account, StoredShape const& target, CopyParts const& parts, Index element_bytes);

    /// Makes it hold that part; its elements are not set yet, and the rest of chunks that reach beyond the array is zero.
    void begin(Index number);

    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    [[nodiscard]] std::vector<PartDim> const& dims() const { return dims_; }
    [[nodiscard]] Index number() const { return number_; }
    [[nodiscard]] Index elements() const;
    [[nodiscard]] Index cell_bytes() const { return cell_bytes_; }
    [[nodiscard]] StoredShape const& target() const { return target_; }

    /// Where index k of dimension d lies.
    [[nodiscard]] AxisSide side(std::size_t d) const;

  private:
    StoredShape target_;
    CopyParts const& parts_;
    AccountedBuffer memory_;
    std::vector<PartDim> dims_;
    Index cell_bytes_;
    Index number_ = 0;
};

} // namespace tessera
