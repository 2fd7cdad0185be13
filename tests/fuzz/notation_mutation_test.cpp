// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parsers against job files with thousands of small faults. The same faults on every machine.
#include "tests/fuzz/notation_check.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Random = std::mt19937_64;

/// Not std::uniform_int_distribution, whose numbers differ between standard libraries.
std::size_t below(Random& random, std::size_t bound) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(bound, 1));
}

constexpr std::array<std::string_view, 60> words = {"!hpf$ ",
                                                    "!dist$ ",
                                                    "chpf$",
                                                    "*hpf$&",
                                                    " &\n!hpf$ ",
                                                    "\n",
                                                    ",",
                                                    "(",
                                                    ")",
                                                    "::",
                                                    ":",
                                                    "*",
                                                    "**",
                                                    "/",
                                                    "(/",
                                                    "/)",
                                                    "[",
                                                    "]",
                                                    "=",
                                                    "-",
                                                    "+",
                                                    "&",
                                                    "!",
                                                    "'",
                                                    "@x",
                                                    "@'a b'",
                                                    " onto ",
                                                    " with ",
                                                    "block",
                                                    "cyclic",
                                                    "cyclic(3)",
                                                    "gen_block(",
                                                    "indirect(",
                                                    "processors ",
                                                    "template ",
                                                    "align ",
                                                    "realign ",
                                                    "distribute ",
                                                    "redistribute ",
                                                    "shadow ",
                                                    "dynamic ",
                                                    "ranks ",
                                                    "order ",
                                                    "copy ",
                                                    "array ",
                                                    "inherit ",
                                                    "dimension(",
                                                    "io_processors ",
                                                    "real*8 ",
                                                    "parameter(n=2)",
                                                    "P",
                                                    "T",
                                                    "A(i,j)",
                                                    "0",
                                                    "1",
                                                    "7",
                                                    "-1",
                                                    "2147483648",
                                                    "9223372036854775807",
                                                    "1000"};

void change_byte(std::string& text, Random& random) {
    if (!text.empty()) text[below(random, text.size())] = static_cast<char>(random());
}
void insert_word(std::string& text, Random& random) {
    text.insert(below(random, text.size() + 1), words[below(random, words.size())]);
}
void remove_stretch(std::string& text, Random& random) {
    std::size_t const at = below(random, text.size() + 1);
    text.erase(at, below(random, 12));
}
void repeat_stretch(std::string& text, Random& random) {
    std::string const stretch = text.substr(below(random, text.size() + 1), below(random, 40));
    text.insert(below(random, text.size() + 1), stretch);
}
/// Another number for one that is there.
void change_number(std::string& text, Random& random) {
    constexpr std::string_view digits = "0123456789";
    constexpr std::array<std::string_view, 9> numbers = {"0", "1", "2", "3", "8", "40", "-2", "9223372036854775807", "4294967296"};
    std::size_t const first = text.find_first_of(digits, below(random, text.size() + 1));
    if (first == std::string::npos) return;
    std::size_t const end = std::min(text.find_first_not_of(digits, first), text.size());
    text.replace(first, end - first, numbers[below(random, numbers.size())]);
}
void swap_lines(std::string& text, Random& random) {
    std::size_t const from = text.find('\n', below(random, text.size() + 1));
    if (from == std::string::npos) return;
    std::size_t const end = std::min(text.find('\n', from + 1), text.size());
    std::string const line = text.substr(from, end - from);
    text.erase(from, end - from);
    text.insert(0, line + "\n");
}

std::string mutated(std::vector<std::string> const& corpus, Random& random) {
    constexpr std::array changes = {change_byte, insert_word, remove_stretch, repeat_stretch, change_number, swap_lines};
    std::string text = corpus[below(random, corpus.size())];
    if (below(random, 8) == 0) { // the beginning of one, the end of another
        std::string const& other = corpus[below(random, corpus.size())];
        text = text.substr(0, below(random, text.size())) + other.substr(below(random, other.size()));
    }
    for (std::size_t n = 1 + below(random, 4); n > 0; --n) changes[below(random, changes.size())](text, random);
    return text;
}

std::vector<std::string> read_corpus(int count, char** directories) {
    std::vector<std::filesystem::path> paths;
    for (int i = 0; i < count; ++i)
        for (auto const& entry : std::filesystem::directory_iterator(directories[i]))
            if (entry.path().extension() == ".hpf") paths.push_back(entry.path());
    std::ranges::sort(paths, {}, [](std::filesystem::path const& path) { return path.filename(); }); // wherever the files lie
    std::vector<std::string> corpus;
    for (auto const& path : paths) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        corpus.push_back(text.str());
    }
    return corpus;
}

} // namespace

int main(int argc, char** argv) {
    constexpr int rounds = 150'000;
    auto const corpus = read_corpus(argc - 1, argv + 1);
    if (corpus.empty()) return std::fprintf(stderr, "usage: %s DIRECTORY...\n", argv[0]), 2;
    for (std::string const& text : corpus) tessera::fuzz::check_notation(text);
    Random random(19950701);
    for (int i = 0; i < rounds; ++i) tessera::fuzz::check_notation(mutated(corpus, random));
    return 0;
}
