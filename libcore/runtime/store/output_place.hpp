// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outputs that appear complete under their names, or not at all.
#pragma once

#include "libcore/base/result.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tessera {

/// Where a file will be, and what it is called while it is made: ".name.<tag>" in the same directory, so that a rename publishes
/// it.
struct OutputPlace {
    std::string path;
    std::string tag = "iocopy"; ///< what an interrupted run leaves is found by it; who leaves nothing takes process_tag()
    std::string original = {};  ///< what it is a copy of: where nothing is replaced, nobody gets rights who has none there

    [[nodiscard]] std::string provisional() const;
    [[nodiscard]] std::string journal() const; ///< ".name.<tag>-journal"
};

/// "tmp-<process>", for outputs that nobody goes on with.
[[nodiscard]] std::string process_tag();

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
/// not give; "": there is none.
void give_permissions(std::string const& path, std::string const& original);

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

/// The one way in which files get their names. One rank's; failures throw. Make it before the work begins: it replaces only what
/// has the name then. While it is made it is this user's alone.
class ProvisionalFile {
  public:
    explicit ProvisionalFile(OutputPlace const& place);

    [[nodiscard]] bool exists() const;
    /// It is this text and nothing else.
    void write(std::string_view text) const;
    void sync() const; ///< what was written to it is on the disk
    /// It takes its final name, in place of what was there, whose owner and permissions it gets; the directory knows it for good.
    /// Throws NameTaken.
    void publish() const;
    [[nodiscard]] bool replaces() const { return replaces_; } ///< something had its name from the beginning
    void discard() const noexcept;

  private:
    std::string provisional_;
    std::string path_;
    std::string original_;
    bool replaces_;
};

/// The same for a directory and everything in it.
class ProvisionalDirectory {
  public:
    explicit ProvisionalDirectory(OutputPlace const& place);

    [[nodiscard]] bool exists() const;
    void create() const; ///< empty, for this user alone; its parent is there
    /// It takes its final name. What was there gets out of the way in the same moment, and is removed then. Throws NameTaken.
    void publish() const;
    [[nodiscard]] bool replaces() const { return replaces_; }
    void discard() const noexcept;

  private:
    std::string provisional_;
    std::string path_;
    std::string original_;
    bool replaces_;
};

} // namespace tessera
