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
#define TEST_PROGRAM(...) TEST_PROGRAM_NUMBER(__COUNTER__, __VA_ARGS__)

/// Several files may be compiled as one: the counter gives each test names of its own.
#define TEST_PROGRAM_NUMBER(number, ...) TEST_PROGRAM_NAMED(number, __VA_ARGS__)
#define TEST_PROGRAM_NAMED(number, ...)                                                                                            \
    static int test_body_##number(__VA_ARGS__);                                                                                    \
    static tessera::suite::Entry const test_entry_##number(__FILE__, test_body_##number);                                          \
    static int test_body_##number(__VA_ARGS__)
