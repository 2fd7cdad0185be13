// SPDX-License-Identifier: BSD-3-Clause
// Tessera: explanations of the names that options accept, for man pages.
#include "cli/distplan/explained_names.hpp"

#include "libcore/mapping/dist_format.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/explanation.hpp"

#include <fmt/format.h>

namespace tessera::cli {

std::string formats_text() {
    std::string text;
    for (FormatInfo const& info : dist_formats())
        text += fmt::format("{}{}: {}", text.empty() ? "" : " ", info.name, info.explanation);
    return text;
}

std::string algorithms_text() {
    std::string text = fmt::format("auto: {}", explanation_of("auto"));
    for (AlgorithmInfo const& info : algorithms())
        text += fmt::format(" {} ({}): {}", info.name, info.source, explanation_of(info.name));
    return text;
}

std::string methods_text() {
    std::string text;
    for (MethodInfo const& info : methods())
        text += fmt::format("{}{}: {} ({})", text.empty() ? "" : "; ", info.name, info.summary, info.source);
    return text + ".";
}

} // namespace tessera::cli
