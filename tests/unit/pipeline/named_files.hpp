// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files and profiles that stand in the test.
#pragma once

#include "libcore/pipeline/machine_registry.hpp"

#include <map>
#include <string>

namespace tessera {

class NamedFiles final : public FileReader {
  public:
    explicit NamedFiles(std::map<std::string, std::string> files) : files_(std::move(files)) {}
    [[nodiscard]] Result<std::string> read(std::string const& path) const override {
        auto const found = files_.find(path);
        if (found == files_.end()) return fail(path + " cannot be read");
        return found->second;
    }

  private:
    std::map<std::string, std::string> files_;
};

/// A profile "delta" in /shelf, and "slow".
class TwoProfiles final : public MachineRegistry {
  public:
    [[nodiscard]] std::vector<NamedProfile> profiles() const override {
        return {{"delta", "/shelf/delta.json"}, {"slow", "/shelf/slow.json"}};
    }
};

/// A profile with that name and no rates.
inline std::string profile_text(std::string const& name) {
    Machine machine;
    machine.name = name;
    machine.source = "made up";
    return machine.to_json();
}

} // namespace tessera
