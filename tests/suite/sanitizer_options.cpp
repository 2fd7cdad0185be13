// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the sanitizers in programs of tests are told. ASAN_OPTIONS adds to it.

/// Up to GCC 13 the address sanitizer takes a library's thread-local storage that begins 16 bytes behind a page's begin for storage
/// of glibc 2.19, which had its address and length in front of it. The search for leaks then reads anywhere: "Tracer caught signal
/// 11". Where storage begins depends on what was allocated before, under MPI on the number of ranks. Without this guess no leak is
/// missed: glibc takes the storage from malloc, where the search finds it.
extern "C" char const* __asan_default_options() { // NOLINT(bugprone-reserved-identifier): the sanitizer's own name
    return "intercept_tls_get_addr=0";
}
