// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program that copies files by copy_files(), as `library_copy SOURCE TARGET [OPTION[=VALUE]...]`. Rank 0 prints what the
// copy returned, one fact a line. `library_copy --options` compares the options of copies with the table of iocopy.
#include "cli/iocopy/command.hpp"
#include "libcore/files/copy/copy_files.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

using namespace tessera;

namespace {

std::string facts(CopiedFile const& copied) {
    std::string text =
        fmt::format("stopped {}\nwrong {}\nbytes {}\n", copied.stopped, copied.wrong.value_or("nothing"), copied.bytes_copied);
    if (!copied.damage.empty()) text += "damage" + copied.damage + "\n";
    for (Loss const& loss : copied.losses) text += fmt::format("lost {}\n", loss.what);
    for (std::string const& note : copied.notes) text += fmt::format("note {}\n", note);
    return text;
}

int copy(Communicator const& world, std::vector<std::string> const& words) {
    CopyRequest request{words[0], words[1]};
    for (std::size_t i = 2; i < words.size(); ++i) {
        std::size_t const equals = words[i].find('=');
        if (equals == std::string::npos)
            request.options.add(words[i]);
        else
            request.options.add(words[i].substr(0, equals), words[i].substr(equals + 1));
    }
    bool const stops = words[1].starts_with("stopped");
    auto const copied = copy_files(world, request, {.stop = [stops] { return stops; }});
    std::string const mine = copied ? facts(*copied) : "refused " + copied.error().message + "\n";
    auto const all = texts_of_all(world, mine);
    if (world.rank() == 0) fmt::print("{}", mine);
    return std::ranges::count(all, mine) == std::ssize(all) ? 0 : 1;
}

/// Options of iocopy that say what is printed, or what is done in place of a copy.
constexpr std::array about_the_command{"json", "progress", "quiet", "plan", "dry-run", "explain", "repair", "fail-fast"};

CopyOptionForm form_of(cli::ValueKind kind) {
    using cli::ValueKind;
    if (kind == ValueKind::Flag) return CopyOptionForm::Flag;
    if (kind == ValueKind::Number) return CopyOptionForm::Number;
    if (kind == ValueKind::Size) return CopyOptionForm::Size;
    return kind == ValueKind::Choice ? CopyOptionForm::Choice : CopyOptionForm::Text;
}

int compare_options() {
    std::vector<std::string> wrong;
    std::size_t expected = 0;
    for (cli::OptionSpec const& spec : cli::iocopy_table().options) {
        if (std::ranges::find(about_the_command, spec.name) != about_the_command.end()) continue;
        ++expected;
        auto const known = std::ranges::find(copy_options(), spec.name, &CopyOption::name);
        bool const same = known != copy_options().end() && known->form == form_of(spec.kind) &&
                          known->repeatable == spec.repeatable && std::ranges::equal(known->choices, spec.choices);
        if (!same) wrong.push_back(spec.name);
    }
    if (copy_options().size() != expected) wrong.emplace_back("the number of options");
    fmt::print("{}\n", fmt::join(wrong, "\n"));
    return wrong.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    std::vector<std::string> const words(argv + 1, argv + argc);
    if (words == std::vector<std::string>{"--options"}) return compare_options();
    if (words.size() < 2) return 2;
    try {
        return copy(Communicator::world(), words);
    } catch (AgreedFailure const& failure) {
        fmt::print("failed {}\n", failure.what());
        return 3;
    }
}
