// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HPF directives, the compact notation and the foreign forms become a Job (share/doc/notation.md).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/spec/job.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// How `@file` lists are read; tests give their own. Returns the file's text or an error message.
class FileReader {
  public:
    virtual ~FileReader() = default;
    [[nodiscard]] virtual Result<std::string> read(std::string const& path) const = 0;
};
/// Reads real files that the user names; relative paths are taken from `directory`.
class DirectoryReader final : public FileReader {
  public:
    explicit DirectoryReader(std::string directory) : directory_(std::move(directory)) {}
    [[nodiscard]] Result<std::string> read(std::string const& path) const override;

  private:
    std::string directory_;
};

/// Reads lists. A job may be a stranger's: it names lists in its own folder and no others, so that no error shows what else is on
/// the machine.
class ListFiles final : public FileReader {
  public:
    enum class Reach {
        Folder,  ///< for a job: relative paths to what lies in its folder or below, links followed
        Anywhere ///< for what the user types
    };
    static constexpr Index most_bytes = Index{64} << 20;

    explicit ListFiles(std::string folder, Reach reach = Reach::Folder) : folder_(std::move(folder)), reach_(reach) {}
    /// Error: beyond the reach, no regular file (one that never ends, or waits for a writer), longer than most_bytes, or
    /// unreadable.
    [[nodiscard]] Result<std::string> read(std::string const& path) const override;

  private:
    std::string folder_;
    Reach reach_;
};

struct ParseOptions {
    std::optional<Index> ranks;        ///< the size of the job, for arrangements nobody declared
    FileReader const* files = nullptr; ///< null: `@file` is an error
};

/// A job file: free or fixed Fortran source with `!hpf$`, `chpf$`, `*hpf$`, `!dist$` directives; executable statements are passed
/// over.
[[nodiscard]] Result<Job> parse_job(std::string_view text, std::string name, ParseOptions const& options = {});

/// The compact notation: --array, --from, --to (either mapping may be absent), --copy. Without a copy there is one array, which
/// goes from one mapping to the other; a copy between two arrays reads one mapped by --from and writes one mapped by --to. Errors
/// name the option in place of a file.
struct CompactJob {
    std::vector<std::string> arrays; ///< 'real8 A(1024,1024)' or 'double A[1024][1024]'; two for a copy
    std::string from;
    std::string to;
    std::vector<std::string> copies; ///< 'B(j,i)=A(i,j)', in the order in which they happen
};
[[nodiscard]] Result<Job> parse_compact(CompactJob const& compact, ParseOptions const& options = {});

/// 'real8 A(1024,1024)' or 'double A[1024][1024]': one array, as --array takes it.
[[nodiscard]] Result<ArraySpec> parse_array(std::string_view text);

/// 'real8', 'complex*16', 'int32', ...: an element type, as --to-type takes it.
[[nodiscard]] Result<ElementType> parse_element_type(std::string_view text);

/// --copy 'B(j,i)=A(i,j)' where only A is known: B is as large as what is copied to it.
struct CopyOfArray {
    ArraySpec target;
    CopyMap map;
};
[[nodiscard]] Result<CopyOfArray> parse_copy(std::string_view text, ArraySpec const& source);

/// --section 'l:u:s, ...': inclusive Fortran triplets, or half-open C ranges where the array is a C array. `:` means all.
[[nodiscard]] Result<CopyMap> parse_section(std::string_view text, ArraySpec const& array);

/// --section and --for of an I/O statement about `array`, as the clauses of a job file: '1:100, 1+10*p:100+10*p' and 'p=0:15'.
/// What is absent stays as it is in the statement.
[[nodiscard]] Result<void> parse_io_section(IoStatement& statement, std::optional<std::string> const& section,
                                            std::optional<std::string> const& ranks, ArraySpec const& array,
                                            ParseOptions const& options = {});

/// --at '5,7': an index in the array's own bounds; the answer is 0-based.
[[nodiscard]] Result<Extents> parse_index(std::string_view text, ArraySpec const& array);

} // namespace tessera
