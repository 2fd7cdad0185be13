// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program with one fault of each kind: does the tool that stands watch over all others see it?
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

namespace {

/// A branch on memory that nobody wrote, which the compiler does not notice.
int read_of_unwritten_memory() {
    int* volatile const numbers = static_cast<int*>(std::malloc(4 * sizeof(int)));
    if (numbers[2] > 0) std::puts("positive");
    std::free(numbers);
    return 0;
}

int read_beyond_the_end() {
    std::vector<int> const numbers(4, 1);
    int const volatile* const first = numbers.data();
    return first[4];
}

/// Two threads add to one number without a lock.
int race() {
    int volatile sum = 0;
    auto const add = [&sum] {
        for (int i = 0; i < 1000; ++i) sum = sum + 1;
    };
    std::thread other(add);
    add();
    other.join();
    return sum;
}

} // namespace

int main(int argc, char** argv) {
    std::string_view const fault = argc > 1 ? argv[1] : "";
    if (fault == "unwritten") return read_of_unwritten_memory();
    if (fault == "beyond") return read_beyond_the_end();
    if (fault == "race") return race();
    return 2;
}
