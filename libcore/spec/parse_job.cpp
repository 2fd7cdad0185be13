// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses job files: lines, statements, symbols, states.
#include "libcore/spec/parse.hpp"

#include "libcore/base/file_text.hpp"
#include "libcore/base/units.hpp"
#include "libcore/spec/detail/assembler.hpp"
#include "libcore/spec/detail/declarations.hpp"
#include "libcore/spec/detail/directives.hpp"
#include "libcore/spec/detail/loop_nests.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace tessera {

Result<std::string> DirectoryReader::read(std::string const& path) const {
    return file_text((std::filesystem::path(directory_) / path).lexically_normal().string());
}

Result<std::string> ListFiles::read(std::string const& path) const {
    namespace fs = std::filesystem;
    fs::path const full = fs::path(folder_) / path;
    std::error_code error;
    if (allowed_ == AllowedPaths::Folder) {
        if (fs::path(path).is_absolute())
            return fail(fmt::format("{}: a job must name its lists relative to its own folder", path));
        fs::path const folder = fs::canonical(folder_.empty() ? "." : folder_, error);
        fs::path const found = fs::canonical(full, error); // empty if the file does not exist
        if (!found.empty() && *found.lexically_relative(folder).begin() == "..")
            return fail(fmt::format("{} lies outside of the folder of the job", path));
    }
    auto const status = fs::status(full, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) return fail(fmt::format("{} is not a regular file", full.string()));
    auto const bytes = fs::file_size(full, error);
    if (!error && bytes > as_size(most_bytes))
        return fail(fmt::format("{} has {} bytes; a list has {} at most", full.string(), bytes, short_bytes(most_bytes)));
    return DirectoryReader(folder_).read(path);
}

Result<Job> parse_job(std::string_view text, std::string name, ParseOptions const& options) {
    using namespace notation;
    SourceText const source(name, text);
    ListReader lists(options.files);
    Diagnostics diagnostics;
    Constants constants;
    if (options.ranks) constants.emplace(job_size_constant, *options.ranks);
    Program program;
    LoopNestReader nests(constants);
    for (Statement const& statement : split_statements(source, diagnostics)) {
        if (diagnostics.failed()) break;
        std::vector<Token> tokens = tokenize(source, statement);
        Cursor cursor(tokens, diagnostics);
        if (statement.sentinel != Sentinel::None) {
            directive(cursor, statement.sentinel, {constants, lists, program});
        } else {
            program_statement(cursor, constants, program);
            if (cursor.position() == 0 && !diagnostics.failed())
                nests.statement(tokens, program.remaps.size()); // the statement was not a declaration
        }
    }
    program.nests = nests.take();
    Job job = assemble(program, std::move(name), options, diagnostics);
    if (diagnostics.failed()) return tl::unexpected(diagnostics.error());
    return job;
}

} // namespace tessera
