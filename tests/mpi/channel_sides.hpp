// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the two sides of a channel in a test, and what should come through it.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera::oracle {

/// Bytes of a rank's allocation in which every owned element says its own place in the whole array, and the rest a fixed pattern.
/// Works by the side's own mapping alone, without any plan.
class IndexedArray {
  public:
    /// `storage`: how the rank stores it; nothing: in the standard layout.
    IndexedArray(MappingSpec const& spec, Rank rank, std::optional<LocalStorage> const& storage = std::nullopt)
        : mapping_(Mapping::make(spec).value()) {
        auto const position = mapping_.grid().position(rank);
        if (position && mapping_.holds(*position))
            layout_ = storage ? LocalLayout::strided(mapping_, *position, *storage).value() : LocalLayout(mapping_, *position);
        bytes_.assign(as_size(layout_ ? layout_->allocation_size() * element_bytes() : 0), blank);
    }

    [[nodiscard]] std::byte* data() { return bytes_.data(); }
    void wipe() { bytes_.assign(bytes_.size(), blank); }
    void fill(unsigned round) { bytes_ = expected(round); }
    [[nodiscard]] bool holds(unsigned round) const { return bytes_ == expected(round); }
    [[nodiscard]] bool is_blank() const { return bytes_ == std::vector<std::byte>(bytes_.size(), blank); }

  private:
    static constexpr std::byte blank{0x55};

    [[nodiscard]] Index element_bytes() const { return mapping_.array().type.bytes; }

    [[nodiscard]] std::vector<std::byte> expected(unsigned round) const {
        std::vector<std::byte> result(bytes_.size(), blank);
        if (!layout_) return result;
        layout_->owned().for_each([&](std::span<Index const> index) {
            Index linear = 0;
            for (std::size_t d = 0; d < index.size(); ++d) linear = linear * mapping_.array().extents[d] + index[d];
            Index const offset = layout_->offset(layout_->global_to_local(index).value()) * element_bytes();
            for (Index b = 0; b < element_bytes(); ++b)
                result[as_size(offset + b)] =
                    static_cast<std::byte>((static_cast<unsigned long>(linear + 1) * 2654435761UL + round) >> (8 * (b % 4)));
        });
        return result;
    }

    Mapping mapping_;
    std::optional<LocalLayout> layout_;
    std::vector<std::byte> bytes_;
};

/// Some ranks of the world, in any order, as one side of a channel. Collective over these ranks.
class TestSide {
  public:
    TestSide(std::vector<Rank> ranks, int tag) : ranks_(std::move(ranks)) {
        if (is_here()) comm_.emplace(Communicator::of_group(MPI_COMM_WORLD, ranks_, tag));
    }

    [[nodiscard]] bool is_here() const { return std::ranges::find(ranks_, Communicator::world().rank()) != ranks_.end(); }
    [[nodiscard]] Rank rank() const { return comm_->rank(); } ///< precondition: is_here()
    [[nodiscard]] int size() const { return static_cast<int>(ranks_.size()); }
    [[nodiscard]] Rank master() const { return ranks_.front(); }
    [[nodiscard]] ChannelSide with(std::string hpf) const { return {comm_->handle(), std::move(hpf), storage_}; }
    /// From now on this rank stores its part so.
    void store(std::optional<LocalStorage> storage) { storage_ = std::move(storage); }
    [[nodiscard]] std::optional<LocalStorage> const& storage() const { return storage_; }

  private:
    std::vector<Rank> ranks_;
    std::optional<Communicator> comm_;
    std::optional<LocalStorage> storage_;
};

} // namespace tessera::oracle
