// SPDX-License-Identifier: BSD-3-Clause
// Tessera: this rank's part of an array with generated data.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace tessera::oracle {

class HeldArray {
  public:
    enum class Content { Generated, Rubbish };

    /// `layout`: how the rank stores its part, if it has one; nothing: in the standard layout.
    HeldArray(Communicator const& comm, Mapping mapping, Content content = Content::Generated,
              std::optional<LocalLayout> const& layout = std::nullopt)
        : comm_(comm), mapping_(std::move(mapping)) {
        auto const position = mapping_.grid().position(comm.rank());
        if (!position || !mapping_.holds(*position)) return;
        layout_ = layout.value_or(LocalLayout(mapping_, *position));
        buffer_ = Buffer(layout_->allocation_size() * mapping_.array().type.bytes);
        if (buffer_.size() > 0) std::memset(buffer_.data(), 0x5A, static_cast<std::size_t>(buffer_.size()));
        if (content == Content::Generated) GeneratedData(mapping_.array()).fill(*layout_, buffer_.data());
    }

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }
    /// Are all bytes that hold no element as they were?
    [[nodiscard]] bool gaps_are_untouched() const {
        if (!layout_) return true;
        std::vector<bool> owned(static_cast<std::size_t>(buffer_.size()), false);
        Index const size = mapping_.array().type.bytes;
        layout_->owned().for_each([&](std::span<Index const> index) {
            Index const at = layout_->offset(layout_->global_to_local(index).value()) * size;
            for (Index b = at; b < at + size; ++b) owned[static_cast<std::size_t>(b)] = true;
        });
        for (std::size_t b = 0; b < owned.size(); ++b)
            if (!owned[b] && buffer_.data()[b] != std::byte{0x5A}) return false;
        return true;
    }
    [[nodiscard]] std::byte* data() { return buffer_.data(); }
    [[nodiscard]] std::byte const* data() const { return buffer_.data(); }

    /// Collective: are the elements those generated for `source`, whose array has the same extents?
    [[nodiscard]] bool holds_data_of(Mapping const& source) const {
        return !find_mismatch(comm_, RedistPlan::make(source, mapping_).value(), layout_, buffer_.data());
    }

    /// The generated elements of the whole array, in storage order.
    [[nodiscard]] static std::vector<std::byte> whole(Mapping const& mapping) {
        GeneratedData const data(mapping.array());
        Index const size = mapping.array().type.bytes;
        std::vector<std::byte> bytes(static_cast<std::size_t>(mapping.volume() * size));
        for (Index linear = 0; linear < mapping.volume(); ++linear) data.write(linear, bytes.data() + linear * size);
        return bytes;
    }

  private:
    Communicator const& comm_;
    Mapping mapping_;
    std::optional<LocalLayout> layout_;
    Buffer buffer_;
};

} // namespace tessera::oracle
