// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what targets of one file have in common.
#pragma once

#include "libcore/runtime/store/copy_target.hpp"

namespace tessera {

class SingleFileTarget : public CopyTarget {
  public:
    explicit SingleFileTarget(TargetPlace place) : place_(std::move(place)) {}

    [[nodiscard]] bool is_begun() const override;
    /// The checksum goes to a file of its own: the target holds what the source holds, and nothing else.
    void finish(Comm const& comm, std::uint64_t checksum) override;
    /// At no moment does a checksum stand beside a file that is not its own.
    void publish() override;
    void discard() noexcept override;

  protected:
    [[nodiscard]] TargetPlace const& place() const { return place_; }

  private:
    /// What the array is called in the file; empty where the file is the array.
    [[nodiscard]] virtual std::string array_name() const { return ""; }
    [[nodiscard]] std::string provisional_checksum() const;

    TargetPlace place_;
};

/// "float64 {100,200} C little-endian", for CopyTarget::description().
[[nodiscard]] std::string describe(TargetArray const& array);

} // namespace tessera
