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

/// A profile that is called by its name.
struct NamedProfile {
    std::string name; ///< "delta"
    std::string path; ///< "/usr/share/tessera/machines/delta.json"
    friend bool operator==(NamedProfile const&, NamedProfile const&) = default;
};

/// Knows profiles by their names. An interface, so that tests can bring profiles of their own.
class MachineShelf {
  public:
    virtual ~MachineShelf() = default;
    /// In the order of their names, no name twice.
    [[nodiscard]] virtual std::vector<NamedProfile> profiles() const = 0;
};

/// The `*.json` in folders; of two with the same name the one in the earlier folder. A folder that does not exist is empty.
class MachineFolders final : public MachineShelf {
  public:
    explicit MachineFolders(std::vector<std::string> folders) : folders_(std::move(folders)) {}
    /// `machines` in each of data_folders(), then the user's own: $XDG_CONFIG_HOME/tessera/machines, or that in ~/.config.
    [[nodiscard]] static MachineFolders usual();
    [[nodiscard]] std::vector<NamedProfile> profiles() const override;

  private:
    std::vector<std::string> folders_;
};

/// A profile by its name, or by its path: a text with a '/' or the ending ".json" is a path, any other a name or, where no profile
/// has it, a path. Errors: no such file or name (lists the names, and suggests the nearest), which name the option --machine; a
/// file that is no profile, which name the file.
[[nodiscard]] Result<Machine> find_machine(std::string_view name_or_path, MachineShelf const& shelf, FileReader const& files);

} // namespace tessera
