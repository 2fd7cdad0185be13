// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks for the tests of the C interface.
#ifndef TESSERA_TESTS_API_CHECK_H
#define TESSERA_TESTS_API_CHECK_H

#include <tessera.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static inline void expect(int is_so, char const* what, char const* file, int line) {
    if (is_so) return;
    ++failures;
    fprintf(stderr, "%s:%d: %s; last error: %s\n", file, line, what, tessera_error());
}
#define EXPECT(condition) expect((condition) != 0, #condition, __FILE__, __LINE__)
#define EXPECT_OK(call) EXPECT((call) == TESSERA_OK)

/// Expects that the call is refused with these words in the reason.
static inline void expect_invalid(int status, char const* words, char const* what, char const* file, int line) {
    expect(status == TESSERA_INVALID, what, file, line);
    if (strstr(tessera_error(), words) == NULL) expect(0, words, file, line);
}
#define EXPECT_INVALID(call, words) expect_invalid((call), (words), #call, __FILE__, __LINE__)

/// Expects a text of the library that contains these words, and releases it.
static inline void expect_text(int status, char** text, char const* words, char const* what, char const* file, int line) {
    expect(status == TESSERA_OK, what, file, line);
    if (status != TESSERA_OK) return;
    expect(strstr(*text, words) != NULL, words, file, line);
    tessera_free_text(*text);
    *text = NULL;
}
#define EXPECT_TEXT(call, text, words) expect_text((call), &(text), (words), #call, __FILE__, __LINE__)

static inline int same_numbers(int64_t const* a, int64_t const* b, int64_t count) {
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}
#define EXPECT_NUMBERS(list, ...)                                                                                                  \
    EXPECT(                                                                                                                        \
        same_numbers((list), (int64_t const[]){__VA_ARGS__}, (int64_t)(sizeof((int64_t const[]){__VA_ARGS__}) / sizeof(int64_t))))

#endif
