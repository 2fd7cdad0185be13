// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main function of every command, with its only try/catch.
#include "cli/common/tool.hpp"

#include "cli/common/completion.hpp"
#include "cli/common/help.hpp"
#include "cli/common/man_page.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/version.hpp"
#include "libcore/base/failure_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/watch.hpp"

#include <algorithm>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace tessera::cli {
namespace {

std::string document_for(Request const& request, CommandTable const& table) {
    switch (request.kind) {
    case Request::Kind::Help:
        return help_text(table, request.subcommand, HelpLength::Screen);
    case Request::Kind::HelpAll:
        return help_text(table, request.subcommand, HelpLength::All);
    case Request::Kind::Version:
        return fmt::format("{} (Tessera) {}\n", table.command.name, version());
    case Request::Kind::Man:
        return man_page(table);
    case Request::Kind::BashCompletion:
        return bash_completion(table);
    case Request::Kind::ZshCompletion:
        return zsh_completion(table);
    case Request::Kind::FishCompletion:
        return fish_completion(table);
    case Request::Kind::Run:
        break;
    }
    return {};
}

/// Writes a document. On a screen, `man` shows a man page.
void show(std::string const& document, Request::Kind kind, Output& out) {
    if (kind == Request::Kind::Man && screen_width(STDOUT_FILENO) && show_by_man(document)) return;
    out.write(document);
    out.flush();
}

bool is_quiet(Arguments const& arguments, CommandTable const& table) {
    bool const offered = std::ranges::count(table.options, "quiet", &OptionSpec::name) > 0;
    return offered && arguments.has("quiet");
}

Result<ExitCode> run(std::span<std::string const> words, CommandTable const& table, ToolBody const& body, ToolHooks const& hooks,
                     Messages& messages) {
    auto const request = TRY(parse_arguments(table, words));
    Output out(STDOUT_FILENO);
    if (request.kind != Request::Kind::Run) {
        if (hooks.speaks) show(document_for(request, table), request.kind, out);
        return ExitCode::Done;
    }
    messages.set_quiet(is_quiet(request.arguments, table));
    auto const code = body(Tool{request.arguments, out, messages});
    out.flush();
    return code;
}

/// Opens /dev/null for standard descriptors that the caller closed. Otherwise the next file opened would get such a descriptor
/// and receive messages. It is read-only, so that writing to it still fails.
void keep_standard_descriptors_apart() {
    for (int const descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(descriptor, F_GETFD) == -1) static_cast<void>(::open("/dev/null", O_RDONLY));
}

int failed(std::string const& what, Messages const& messages, ToolHooks const& hooks) {
    messages.error(hooks.failure_prefix + what);
    if (hooks.after_failure) hooks.after_failure(ExitCode::Failed);
    return static_cast<int>(ExitCode::Failed);
}

} // namespace

int run_tool(int argc, char const* const* argv, CommandTable const& table, ToolBody const& body, ToolHooks const& hooks) {
    keep_standard_descriptors_apart();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // exceeding the shell's file size limit is an error of the write
    Messages messages(table.command.name);
    std::vector<std::string> const words(argv + std::min(argc, 1), argv + argc);
    try {
        auto const code = run(words, table, body, hooks, messages);
        if (code) return static_cast<int>(*code);
        if (is_stopped(code.error())) {
            messages.error("interrupted");
            return static_cast<int>(ExitCode::Interrupted);
        }
        if (hooks.speaks) messages.error(to_string(code.error()));
        return static_cast<int>(ExitCode::BadInput);
    } catch (std::exception const& error) {
        return failed(failure_text(error), messages, hooks);
    }
}

} // namespace tessera::cli
