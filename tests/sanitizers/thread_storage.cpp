// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the search for leaks ends well wherever a library's storage of a thread begins within a page (see
// suite/sanitizer_options.cpp). Usage: thread_storage LIBRARY
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int shifts = 256; // a page holds 64 chunks of this size in the sanitizer's allocator
constexpr int at_16 = 16;   // exit code of a process whose storage begins 16 bytes behind a page's begin

std::array<void* volatile, shifts> kept; // so that the compiler leaves no allocation out

/// Shifts the storage by as many chunks. The search for leaks begins when this process exits.
[[noreturn]] void exit_with_storage(char const* path, int shift) {
    for (int i = 0; i < shift; ++i) kept[static_cast<std::size_t>(i)] = std::malloc(40);
    void* const library = dlopen(path, RTLD_NOW);
    auto* const touch = library == nullptr ? nullptr : reinterpret_cast<char* (*)()>(dlsym(library, "touch_storage"));
    if (touch == nullptr) std::_Exit(2);
    std::exit(reinterpret_cast<std::uintptr_t>(touch()) % 4096 == 16 ? at_16 : 0);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    int met = 0; // how often it began 16 bytes behind a page's begin
    for (int shift = 0; shift < shifts && met == 0; ++shift) {
        pid_t const child = fork();
        if (child == 0) exit_with_storage(argv[1], shift);
        int status = 0;
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != at_16)) {
            std::fprintf(stderr, "after %d chunks the process ended with status %d\n", shift, status);
            return 1;
        }
        met += WEXITSTATUS(status) == at_16 ? 1 : 0;
    }
    if (met == 0) std::fputs("the storage never began 16 bytes behind a page's begin\n", stderr);
    return met == 0 ? 1 : 0;
}
