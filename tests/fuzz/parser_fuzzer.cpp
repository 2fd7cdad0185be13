// SPDX-License-Identifier: BSD-3-Clause
// Tessera: any of the readers for libFuzzer, which finds its own faults: parser_fuzzer --parser=NAME CORPUS.
#include "tests/fuzz/parsers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace {

tessera::fuzz::Parser const* chosen = nullptr;

} // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    constexpr std::string_view option = "--parser="; // libFuzzer leaves words with two dashes alone
    for (int i = 1; i < *argc; ++i) {
        std::string_view const word = (*argv)[i];
        if (!word.starts_with(option)) continue;
        auto const all = tessera::fuzz::parsers();
        auto const found = std::ranges::find(all, word.substr(option.size()), &tessera::fuzz::Parser::name);
        if (found != all.end()) chosen = &*found;
    }
    if (chosen != nullptr) return 0;
    std::fprintf(stderr, "--parser= names one of\n");
    for (auto const& each : tessera::fuzz::parsers()) std::fprintf(stderr, "    %s\n", std::string(each.name).c_str());
    std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    chosen->read({reinterpret_cast<char const*>(data), size});
    return 0;
}
