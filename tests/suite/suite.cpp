// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main() of all programs of tests: PROGRAM TEST ARGUMENTS... runs one test.
#include "tests/suite/suite.hpp"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace tessera::suite {

namespace {

/// The tests of this program by name. They enter themselves before main() begins.
std::map<std::string, Body>& tests() {
    static std::map<std::string, Body> all;
    return all;
}

int list_tests(char const* program) {
    std::fprintf(stderr, "usage: %s TEST ARGUMENTS... where TEST is one of\n", program);
    for (auto const& [name, body] : tests()) std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}

} // namespace

Entry::Entry(char const* file, Body body) {
    tests().emplace(std::filesystem::path(file).stem().string(), body);
}

} // namespace tessera::suite

int main(int argc, char** argv) {
    using namespace tessera::suite;
    auto const found = argc < 2 ? tests().end() : tests().find(argv[1]);
    if (found == tests().end()) return list_tests(argv[0]);
    // The test sees the arguments that a program of its own would see.
    argv[1] = argv[0];
    return found->second(argc - 1, argv + 1);
}
