// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program that holds many tests and runs the one it is told by name.
#pragma once

namespace tessera::suite {

/// What a test does; its exit code is 0 where it passes.
using Body = int (*)(int argc, char** argv);

/// Enters a test into the program's list under the name of its file: falls_test for tests/unit/sets/falls_test.cpp.
struct Entry {
    Entry(char const* file, Body body);
};

} // namespace tessera::suite

/// Stands where the main() of a program of its own would stand: TEST_PROGRAM(int argc, char** argv) { ... }
#define TEST_PROGRAM(...)                                                                                                          \
    static int test_body(__VA_ARGS__);                                                                                             \
    static tessera::suite::Entry const test_entry(__FILE__, test_body);                                                            \
    static int test_body(__VA_ARGS__)
