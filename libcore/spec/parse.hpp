// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parsers that make a Job from HPF directives, the compact notation and the foreign forms (share/doc/notation.md).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/spec/job.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Reads `@file` lists; tests provide their own reader. Returns the file's text or an error.
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

/// Reads `@file` lists. A job may come from a stranger, so it may only name lists in its own folder. Thus no error message reveals
/// other files of the machine.
class ListFiles final : public FileReader {
  public:
    enum class AllowedPaths {
        Folder,  ///< for a job: relative paths to files in its folder or below, after links are resolved
        Anywhere ///< for paths that the user types
    };
    static constexpr Index most_bytes = Index{64} << 20;

    explicit ListFiles(std::string folder, AllowedPaths reach = AllowedPaths::Folder)
        : folder_(std::move(folder)), allowed_(reach) {}
    /// Errors: the path is out of reach; the file is not regular (it might never end, or block); it is longer than most_bytes; or
    /// it cannot be read.
    [[nodiscard]] Result<std::string> read(std::string const& path) const override;

  private:
    std::string folder_;
    AllowedPaths allowed_;
};

struct ParseOptions {
    std::optional<Index> ranks;        ///< size of the job, for arrangements that are not declared
    FileReader const* files = nullptr; ///< null: `@file` is an error
};

/// Parses a job file: free or fixed Fortran source with `!hpf$`, `chpf$`, `*hpf$`, `!dist$` directives. Skips executable
/// statements.
[[nodiscard]] Result<Job> parse_job(std::string_view text, std::string name, ParseOptions const& options = {});

/// The compact notation: --array, --from, --to (either mapping may be absent), --copy. Without a copy there is one array, which
/// goes from one mapping to the other. A copy between two arrays reads the one that --from maps and writes the one that --to maps.
/// Errors name the option instead of a file.
struct CompactJob {
    std::vector<std::string> arrays; ///< 'real8 A(1024,1024)' or 'double A[1024][1024]'; two for a copy
    std::string from;
    std::string to;
    std::vector<std::string> copies; ///< 'B(j,i)=A(i,j)', in the order of execution
};
[[nodiscard]] Result<Job> parse_compact(CompactJob const& compact, ParseOptions const& options = {});

/// Parses one array as --array takes it: 'real8 A(1024,1024)' or 'double A[1024][1024]'.
[[nodiscard]] Result<ArraySpec> parse_array(std::string_view text);

/// Parses an element type as --to-type takes it: 'real8', 'complex*16', 'int32', ...
[[nodiscard]] Result<ElementType> parse_element_type(std::string_view text);

/// --copy 'B(j,i)=A(i,j)' if only A is known. The extents of B follow from the copied section.
struct CopyOfArray {
    ArraySpec target;
    CopyMap map;
};
[[nodiscard]] Result<CopyOfArray> parse_copy(std::string_view text, ArraySpec const& source);

/// Parses --section 'l:u:s, ...': inclusive Fortran triplets, or half-open C ranges for a C array. `:` means all.
[[nodiscard]] Result<CopyMap> parse_section(std::string_view text, ArraySpec const& array);

/// Parses --section and --for of an I/O statement about `array`, with the syntax of a job file: '1:100, 1+10*p:100+10*p' and
/// 'p=0:15'. An absent option leaves its part of the statement unchanged.
[[nodiscard]] Result<void> parse_io_section(IoStatement& statement, std::optional<std::string> const& section,
                                            std::optional<std::string> const& ranks, ArraySpec const& array,
                                            ParseOptions const& options = {});

/// Parses --at '5,7', an index in the array's own bounds. Returns it 0-based.
[[nodiscard]] Result<Extents> parse_index(std::string_view text, ArraySpec const& array);

} // namespace tessera
