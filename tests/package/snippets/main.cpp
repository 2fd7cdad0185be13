// SPDX-License-Identifier: BSD-3-Clause
// Tessera: runs the snippets of one document, under MPI: snippet_tests communication | moving | produce | consume.
#include "tests/package/snippets/snippets.hpp"

#include "libcore/runtime/mpi/environment.hpp"

#include <functional>
#include <map>
#include <string>

int main(int argc, char** argv) {
    tessera::Environment const environment(argc, argv);
    std::map<std::string, std::function<void()>> const programs{{"communication", tessera::snippets::communication},
                                                                {"moving", tessera::snippets::moving},
                                                                {"produce", [] { tessera::snippets::produce(10); }},
                                                                {"consume", tessera::snippets::consume}};
    auto const chosen = programs.find(argc > 1 ? argv[1] : "");
    if (chosen == programs.end()) return 2;
    chosen->second();
    return tessera::snippets::failures == 0 ? 0 : 1;
}
