// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outputs that appear complete under their names, or not at all.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/access/posix_file.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tessera {

/// Where a file will be, and what it is called while it is made: ".name.<tag>" in the same directory, so that a rename publishes
/// it.
struct OutputPlace {
    std::string path;
    std::string tag = "iocopy";    ///< what an interrupted run leaves is found by it; what is made in a moment takes random_tag()
    std::string original = {};     ///< what it is a copy of: where nothing is replaced, nobody gets rights who has none there
    bool synced_by_caller = false; ///< finish() and publish() leave the disk to the caller, who syncs many outputs at once

    [[nodiscard]] std::string provisional() const;
    [[nodiscard]] std::string journal() const; ///< ".name.<tag>-journal"
};

/// "tmp-<random>", for outputs that nobody goes on with.
[[nodiscard]] std::string random_tag();

enum class OutputKind { File, Directory };

/// Errors: its directory does not exist; it exists and `force` is false; it is not of this kind, but a link (which a rename would
/// replace, and leave what it leads to as it was), a pipe, a device, a directory where a file is made, or the other way round; it
/// belongs to a user or a group that this process cannot give files to.
[[nodiscard]] Result<void> check_output_place(std::string const& path, bool force, OutputKind kind = OutputKind::File);

/// Error: something else than a file has this name: a pipe, which would keep its reader waiting, a device, a directory.
[[nodiscard]] Result<void> check_is_file(std::string const& path);

/// Error: a link has this name. What is written through it would be another file than the one that is named.
[[nodiscard]] Result<void> check_no_link(std::string const& path);

/// Error: something else than a file of this program has this name: a link, which would lead to a file of somebody else, a pipe.
[[nodiscard]] Result<void> check_own_name(std::string const& path);

/// Gives a file or a directory that was its maker's alone the permissions that the umask leaves, less those that `original` does
/// not give; "": there is none. A link is not followed: failures throw.
void give_permissions(std::string const& path, std::string const& original);

/// The mode of an original, for a copy that may be of the other kind: readers of a directory may also search it, and a file of data
/// is not executable.
[[nodiscard]] unsigned mode_of_copy(unsigned original, bool is_directory);

/// Has anything this name? What cannot be looked at counts as not there.
[[nodiscard]] bool is_there(std::string const& path);

/// The directory of a path, "." where it names none.
[[nodiscard]] std::string directory_of(std::string const& path);

/// Does a path lie in a directory, or name it? Neither has links or dots in it.
[[nodiscard]] bool lies_below(std::filesystem::path const& path, std::filesystem::path const& directory);

/// Something has got the name of a finished output while it was made. It stays; the output has another name, which the text says.
class NameTaken : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What is on its way to its name: this user's alone until it has it. One rank's; failures throw. Make it before the work begins:
/// it replaces only what has the name then, and all its names are looked up in the folder that has the path then.
class Provisional {
  public:
    [[nodiscard]] OutputPlace const& place() const { return place_; }
    [[nodiscard]] bool replaces() const { return replaced_.has_value(); } ///< something had its name from the beginning

  protected:
    explicit Provisional(OutputPlace place);
    /// Whose something is, and who may use it.
    struct Rights {
        unsigned user;
        unsigned group;
        unsigned mode;
    };
    /// Of what has a name; nothing: nobody has it. A link has its own.
    [[nodiscard]] std::optional<Rights> rights_of(std::string const& name) const;
    /// Gives what was made the rights of what it replaces, or those of a new file.
    void settle_rights() const;
    /// A finished output is not thrown away because somebody has its name. Throws NameTaken.
    void take_name() const;
    void rename(std::string const& from, std::string const& to) const;

    OutputPlace place_;
    std::shared_ptr<OpenFolder const> folder_;
    std::string draft_; ///< their names in it
    std::string name_;
    std::optional<Rights> replaced_;
};

/// The one way in which files get their names.
class ProvisionalFile : public Provisional {
  public:
    explicit ProvisionalFile(OutputPlace place) : Provisional(std::move(place)) {}

    [[nodiscard]] bool exists() const;
    [[nodiscard]] PosixFile create() const; ///< empty, in place of what an earlier run has left
    /// It is this text and nothing else.
    void write(std::string_view text) const;
    void sync() const; ///< what was written to it is on the disk
    /// It takes its final name, in place of what was there, whose owner and permissions it gets; the directory knows it for good.
    /// Throws NameTaken.
    void publish() const;
    void discard() const noexcept;
};

/// The same for a directory and everything in it.
class ProvisionalDirectory : public Provisional {
  public:
    explicit ProvisionalDirectory(OutputPlace place) : Provisional(std::move(place)) {}

    [[nodiscard]] bool exists() const;
    void create() const; ///< empty; its parent is there
    /// It takes its final name. What was there gets out of the way in the same moment, and is removed then. Throws NameTaken.
    void publish() const;
    void discard() const noexcept;
};

} // namespace tessera
