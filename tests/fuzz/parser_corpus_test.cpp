// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every reader against its corpus and texts that differ a little: parser_corpus_test CORPUS [SEED].
#include "tests/fuzz/json_mutation.hpp"
#include "tests/fuzz/parsers.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int rounds = 400; // of each reader

/// Numbers as readers of binary files and of text meet them.
constexpr std::array<std::string_view, 6> words{
    "9223372036854775807", "-1", "\x7f\xff\xff\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\xff", "]}", "\x1b[31m\n"};

std::string mutated(std::vector<std::string> const& corpus, std::mt19937_64& random) {
    auto const below = [&](std::size_t end) { return end == 0 ? 0 : random() % end; };
    std::string text = corpus[below(corpus.size())];
    for (std::size_t n = 1 + below(3); n > 0; --n) {
        std::size_t const at = below(text.size());
        switch (below(4)) {
        case 0:
            if (!text.empty()) text[at] = static_cast<char>(random());
            break;
        case 1:
            text.replace(at, below(9), words[below(words.size())]);
            break;
        case 2:
            text.erase(at, below(40));
            break;
        default:
            text.insert(at, text.substr(below(text.size()), below(40)));
        }
    }
    return text;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fprintf(stderr, "usage: %s CORPUS [SEED]\n", argv[0]), 2;
    unsigned long const seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 20261128;
    std::printf("seed %lu\n", seed);
    std::mt19937_64 random(seed);
    for (tessera::fuzz::Parser const& parser : tessera::fuzz::parsers()) {
        std::vector<std::filesystem::path> paths;
        for (auto const& entry : std::filesystem::directory_iterator(std::filesystem::path(argv[1]) / parser.name))
            paths.push_back(entry.path());
        std::ranges::sort(paths);
        std::vector<std::string> corpus;
        for (auto const& path : paths) corpus.push_back(tessera::fuzz::text_of_file(path.string()));
        for (std::string const& text : corpus) parser.read(text);
        for (int round = 0; round < rounds; ++round) parser.read(mutated(corpus, random));
        std::printf("%s: %zu texts\n", std::string(parser.name).c_str(), corpus.size());
    }
    return 0;
}
