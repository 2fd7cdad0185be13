// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the examples must compute, computed in memory.
//
// Usage: example_oracle laplace N SWEEPS FILE | example_oracle median_filter N WINDOW FILE
// Writes the result to FILE: nothing but the elements, column after column.
#include "share/examples/laplace.hpp"
#include "share/examples/median_filter.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

using namespace tessera;

namespace {

template <class Element>
struct Matrix {
    explicit Matrix(Index extent) : n(extent), elements(static_cast<std::size_t>(extent * extent)) {}
    Element& at(Index i, Index j) { return elements[static_cast<std::size_t>(j * n + i)]; }
    void write(std::string const& path) const {
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<char const*>(elements.data()), std::ssize(elements) * static_cast<Index>(sizeof(Element)));
    }

    Index n;
    std::vector<Element> elements;
};

void laplace(Index n, Index sweeps, std::string const& path) {
    Matrix<float> a(n);
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i) a.at(i, j) = examples::first_temperature(i, j);
    for (Index sweep = 0; sweep < sweeps; ++sweep) {
        Matrix<float> b = a;
        for (Index j = 1; j < n - 1; ++j)
            for (Index i = 1; i < n - 1; ++i) a.at(i, j) = (b.at(i, j - 1) + b.at(i, j + 1) + b.at(i + 1, j) + b.at(i - 1, j)) / 4;
    }
    a.write(path);
}

void median_filter(Index n, Index window, std::string const& path) {
    Matrix<examples::Pixel> result(n);
    for (Index j = 0; j < n; ++j) {
        for (Index i = 0; i < n; ++i) {
            std::vector<examples::Pixel> around;
            for (Index y = j - window / 2; y <= j + window / 2; ++y)
                for (Index x = i - window / 2; x <= i + window / 2; ++x)
                    if (0 <= x && x < n && 0 <= y && y < n) around.push_back(examples::noisy_pixel(x, y));
            std::ranges::sort(around);
            result.at(i, j) = around[around.size() / 2];
        }
    }
    result.write(path);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    std::string const program = argv[1];
    auto* const compute = program == "laplace" ? laplace : median_filter;
    compute(std::atoll(argv[2]), std::atoll(argv[3]), argv[4]);
    return 0;
}
