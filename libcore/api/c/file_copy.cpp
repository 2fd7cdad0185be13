// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies between files in the C interface.
#include "libcore/api/c/collective_call.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/tessera_io.h"
#include "libcore/base/try.hpp"
#include "libcore/files/copy/copy_files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace tessera::api {
namespace {

/// Returns the options "name" and "name=value".
Result<OptionValues> options_of_copy(char const* const* options, int64_t count) {
    if (count < 0) return fail(fmt::format("count is {}; expected 0 or more", count));
    if (options == nullptr && count > 0) return fail("options is null");
    OptionValues values;
    for (int64_t i = 0; i < count; ++i) {
        if (options[i] == nullptr) return fail(fmt::format("options[{}] is null", i));
        std::string const option = options[i];
        auto const equals = option.find('=');
        if (equals == std::string::npos)
            values.add(option);
        else
            values.add(option.substr(0, equals), option.substr(equals + 1));
    }
    return values;
}

/// Counts the bytes of a pass for the caller's function.
class PassCounter {
  public:
    explicit PassCounter(tessera_copy_callbacks const& callbacks) : callbacks_(callbacks) {}

    [[nodiscard]] CopyProgress progress() {
        return {.begin =
                    [this](std::string const& pass, Index bytes) {
                        pass_ = pass;
                        of_ = bytes;
                        done_ = 0;
                    },
                .advance =
                    [this](Index bytes) {
                        done_ = std::min(done_ + bytes, of_); // rank 0 estimates the bytes of all ranks
                        callbacks_.progress(callbacks_.data, pass_.c_str(), done_, of_);
                    },
                .end = [] {}};
    }

  private:
    tessera_copy_callbacks callbacks_;
    std::string pass_;
    Index of_ = 0;
    Index done_ = 0;
};

Result<tessera_copy_callbacks> callbacks_of(tessera_copy_callbacks const* given) {
    return given_or<tessera_copy_callbacks>(given, TESSERA_COPY_CALLBACKS, "callbacks", "TESSERA_COPY_CALLBACKS");
}

std::string report_of_copy(CopiedFile const& copied) {
    std::string report;
    auto const add = [&](std::string_view kind, std::string const& line) {
        if (!line.empty()) report += fmt::format("{}: {}\n", kind, in_one_line(line));
    };
    add("wrong", copied.wrong.value_or(""));
    std::istringstream damage(copied.damage);
    for (std::string box; std::getline(damage, box);) add("damaged", box.substr(std::min(box.find_first_not_of(' '), box.size())));
    for (Loss const& loss : copied.losses) add("lost", loss.array.empty() ? loss.what : loss.array + ": " + loss.what);
    for (std::string const& note : copied.notes) add("note", note);
    return report;
}

/// Everything that this rank needs before the ranks copy together.
struct CopyParts {
    CopyRequest request;
    tessera_copy_callbacks callbacks;
};

} // namespace
} // namespace tessera::api

using namespace tessera::api;
using tessera::Result;

int tessera_file_copy(char const* source, char const* target, char const* const* options, int64_t count, MPI_Comm comm,
                      tessera_copy_callbacks const* callbacks, tessera_copy_outcome* outcome, char** report) {
    std::optional<CopyParts> parts;
    return guarded_together(
        __func__, comm, {{source, "source"}, {target, "target"}, {outcome, "outcome"}},
        [&](tessera::Communicator const&) -> Result<void> {
            auto values = TRY(options_of_copy(options, count));
            auto const functions = TRY(callbacks_of(callbacks));
            parts = CopyParts{{source, target, std::move(values)}, functions};
            return {};
        },
        [&]() -> Result<void> {
            tessera::Communicator const all = tessera::Communicator::duplicate(comm);
            PassCounter counter(parts->callbacks);
            tessera::CopyCallbacks functions;
            if (parts->callbacks.progress != nullptr) functions.progress = counter.progress();
            if (parts->callbacks.stop != nullptr)
                functions.stop = [&parts] { return parts->callbacks.stop(parts->callbacks.data) != 0; };
            auto const copied = TRY(tessera::copy_files(all, parts->request, functions));
            *outcome = {copied.bytes_copied,           copied.seconds,
                        copied.stopped ? 1 : 0,        copied.wrong ? 1 : 0,
                        copied.damage.empty() ? 0 : 1, copied.losses.empty() ? 0 : 1};
            return report == nullptr ? Result<void>() : hand_over(report_of_copy(copied), report);
        });
}

int tessera_file_copy_f(char const* source, char const* target, char const* const* options, int64_t count, MPI_Fint comm,
                        tessera_copy_callbacks const* callbacks, tessera_copy_outcome* outcome, char** report) {
    return tessera_file_copy(source, target, options, count, MPI_Comm_f2c(comm), callbacks, outcome, report);
}
