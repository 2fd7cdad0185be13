// SPDX-License-Identifier: BSD-3-Clause
// Tessera: machine profiles by name.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/spec/parse.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// A profile that can be found by its name.
struct NamedProfile {
    std::string name; ///< "delta"
    std::string path; ///< "/usr/share/tessera/machines/delta.json"
    friend bool operator==(NamedProfile const&, NamedProfile const&) = default;
};

/// A registry of profiles by name. An interface, so that tests can provide their own profiles.
class MachineRegistry {
  public:
    virtual ~MachineRegistry() = default;
    /// Returns the profiles in the order of their names, each name once.
    [[nodiscard]] virtual std::vector<NamedProfile> profiles() const = 0;
};

/// The `*.json` files in some folders. Of two files with the same name, the one in the earlier folder counts. A missing folder is
/// empty.
class MachineFolders final : public MachineRegistry {
  public:
    explicit MachineFolders(std::vector<std::string> folders) : folders_(std::move(folders)) {}
    /// Returns the usual folders: `machines` in each of data_folders(), then the user's $XDG_CONFIG_HOME/tessera/machines, or the
    /// same in ~/.config.
    [[nodiscard]] static MachineFolders usual();
    [[nodiscard]] std::vector<NamedProfile> profiles() const override;

  private:
    std::vector<std::string> folders_;
};

/// Finds a profile by name or path. A text with a '/' or the ending ".json" is a path. Any other text is a name or, if no profile
/// has it, a path. Errors: no such file or name (names the option --machine, lists the names, and suggests the nearest); a file
/// that is not a profile (names the file).
[[nodiscard]] Result<Machine> find_machine(std::string_view name_or_path, MachineRegistry const& registry, FileReader const& files);

} // namespace tessera
