// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program of a region in C++.
#include "libcore/region/detail/program_parts.hpp"
#include "libcore/spec/write.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::detail {

namespace {

/// "long p1, long p2".
std::string arguments(std::vector<std::string> const& names) {
    return fmt::format("long {}", fmt::join(names, ", long "));
}

class CppWriter {
  public:
    explicit CppWriter(ProgramParts const& parts)
        : parts_(parts), a_(parts.numbered("a", parts.dims())), l_(parts.numbered("l", parts.dims())),
          p_(parts.numbered("p", parts.polyhedra.coordinates().size())) {}

    std::string run() {
        heading();
        constants();
        sets();
        parts_.what.collects ? collect() : update();
        main_program();
        return std::move(text_);
    }

  private:
    void put(std::string const& more) { text_ += more; }

    void heading() {
        std::string const kind = parts_.what.collects ? "Collects a region from the ranks of an array to the host"
                                                      : "Updates a region of an array from the host";
        put(fmt::format("// {0}, and checks that every element arrives. Made by: distplan codegen {1} --kind {2}\n"
                        "//   {3}\n//   {4}\n//   {5}\n"
                        "// Host and node code as in F. Coelho, Compilation of I/O Communications for HPF (1995), Figs. 8 to 10.\n"
                        "// mpicxx -std=c++17 -O2 program.cpp -o program && mpirun -n {6} ./program{7}\n"
                        "#define OMPI_SKIP_MPICXX 1 // MPI's C interface alone\n#include <algorithm>\n#include <cstddef>\n#include "
                        "<cstdlib>\n#include <mpi.h>\n#include <stdio.h>\n"
                        "#include <vector>\n\nnamespace {{\n\n",
                        kind, parts_.what.source, parts_.what.collects ? "collect" : "update", describe(parts_.region.array()),
                        describe(parts_.mapping.spec()) + (describe_alignment(parts_.mapping.spec()).empty()
                                                               ? ""
                                                               : ", align " + describe_alignment(parts_.mapping.spec())),
                        describe(parts_.region.statement(), parts_.region.array()), parts_.mapping.grid().max_rank() + 1,
                        parts_.values.empty() ? "" : fmt::format(" {}", fmt::join(parts_.values, " "))));
    }

    void constants() {
        for (std::size_t i = 0; i < parts_.parameters().size(); ++i)
            put(fmt::format("long {} = {}; // argument {} of the program\n", parts_.parameters()[i], parts_.values[i], i + 1));
        put(fmt::format("constexpr long array_size = {};\nconstexpr long local_size = {}; // what a node allocates: {}\n"
                        "constexpr int rank_of[] = {{{}}}; // by coordinates, the last one fastest\n"
                        "constexpr int host = 0;\nconstexpr double untouched = -1;\n\n",
                        parts_.mapping.volume(), parts_.local_size(), fmt::join(parts_.polyhedra.allocation(), " x "),
                        parts_.ranks_list()));
        put("/// Division that rounds down, and what it leaves.\n"
            "[[maybe_unused]] long floor_div(long a, long b) { return a / b - (a % b < 0 ? 1 : 0); }\n"
            "[[maybe_unused]] long modulo(long a, long b) { return a - floor_div(a, b) * b; }\n\n");
        put(fmt::format("/// An element's number in storage order, and where a node keeps it.\n"
                        "std::size_t number({}) {{ return static_cast<std::size_t>({}); }}\n"
                        "std::size_t place({}) {{ return static_cast<std::size_t>({}); }}\n\n",
                        arguments(a_), parts_.number_expression(), arguments(l_), parts_.place_expression()));
    }

    void set(std::string const& comment, std::string const& signature, ScanLoops const& loops,
             std::vector<std::string> const& names, std::size_t coordinates) {
        put(fmt::format("/// {}\ntemplate <class Visit>\nvoid {} {{\n", comment, signature));
        put(loop_text(loops, names, ProgramLanguage::Cpp, 4, [&](std::vector<std::string> const& point) {
            return fmt::format(
                "visit({});",
                fmt::join(std::vector<std::string>(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(coordinates)), ", "));
        }));
        put("}\n\n");
    }

    void sets() {
        put("/// C: is anything touched?\nbool is_touched() {\n");
        put(loop_text(parts_.polyhedra.condition(), parts_.parameters(), ProgramLanguage::Cpp, 4,
                      [](std::vector<std::string> const&) { return std::string("return true;"); }));
        if (!always()) put("    return false;\n");
        put("}\n\n");
        set("P1: the coordinates of those that have some of it; of several with the same elements, the first.",
            "for_each_owner(Visit visit)", parts_.polyhedra.owners(), parts_.owner_names(), p_.size());
        set("E: the elements of one of them, and their local addresses, in the order of memory.",
            fmt::format("for_each_element({}, Visit visit)", arguments(p_)), parts_.polyhedra.elements(), parts_.element_names(),
            2 * parts_.dims());
        set("The region itself, made without the mapping: what the others are checked against.", "for_each_touched(Visit visit)",
            parts_.region.loops(), parts_.region_names(), parts_.dims());
        put("/// All coordinates of the processors, and their ranks.\ntemplate <class Visit>\nvoid for_each_processor(Visit visit) "
            "{\n");
        std::string indent = "    ";
        for (std::size_t p = 0; p < p_.size(); ++p, indent += "    ")
            put(fmt::format("{0}for (long {1} = 1; {1} <= {2}; ++{1})\n", indent, p_[p], parts_.polyhedra.coordinates()[p]));
        put(fmt::format("{}visit(rank_of[{}], {});\n}}\n\n", indent, parts_.position_expression(), fmt::join(p_, ", ")));
        put(fmt::format("long count_elements({0}) {{\n    long count = 0;\n    for_each_element({1}, [&]({2}) {{ ++count; }});\n   "
                        " return count;\n}}\n\n",
                        arguments(p_), fmt::join(p_, ", "), unnamed(2 * parts_.dims())));
    }

    /// Is the condition no condition at all?
    [[nodiscard]] bool always() const {
        auto const steps = parts_.polyhedra.condition().steps();
        return !steps.empty() && steps.front().kind == ScanStep::Kind::Visit;
    }

    static std::string unnamed(std::size_t count) {
        return fmt::format("{}", fmt::join(std::vector<std::string>(count, "long"), ", "));
    }

    /// "[&](long a1, long a2, long l1, long l2)", without the names that are not used.
    [[nodiscard]] std::string element(bool global, bool local) const {
        std::vector<std::string> list;
        for (std::string const& a : a_) list.push_back(global ? "long " + a : "long");
        for (std::string const& l : l_) list.push_back(local ? "long " + l : "long");
        return fmt::format("[&]({})", fmt::join(list, ", "));
    }
    [[nodiscard]] std::string number() const { return fmt::format("number({})", fmt::join(a_, ", ")); }
    [[nodiscard]] std::string place() const { return fmt::format("place({})", fmt::join(l_, ", ")); }
    [[nodiscard]] std::string all_p() const { return fmt::format("{}", fmt::join(p_, ", ")); }
    [[nodiscard]] std::string same_coordinates() const {
        std::vector<std::string> equal;
        for (std::string const& p : p_) equal.push_back(fmt::format("q{0} == p{0}", p.substr(1)));
        return fmt::format("{}", fmt::join(equal, " && "));
    }

    void collect() {
        put(fmt::format("/// Node: packs what it has, and sends it to the host (Fig. 8).\n"
                        "void send_from({0}, std::vector<double>& message, std::vector<MPI_Request>& requests) {{\n"
                        "    std::vector<double> local(local_size, untouched);\n"
                        "    for_each_element({1}, {2} {{ local[{3}] = static_cast<double>({4}); }});\n"
                        "    for_each_element({1}, {5} {{ message.push_back(local[{3}]); }});\n"
                        "    requests.emplace_back();\n"
                        "    MPI_Isend(message.data(), static_cast<int>(message.size()), MPI_DOUBLE, host, 0, MPI_COMM_WORLD, "
                        "&requests.back());\n"
                        "}}\n\n",
                        arguments(p_), all_p(), element(true, true), place(), number(), element(false, true)));
        put(fmt::format("/// Host: receives from every owner, and unpacks in the same order. Returns how many elements are wrong.\n"
                        "long receive_all() {{\n"
                        "    std::vector<double> array(array_size, untouched);\n"
                        "    for_each_owner([&]({0}) {{\n"
                        "        std::vector<double> message(static_cast<std::size_t>(count_elements({1})));\n"
                        "        MPI_Recv(message.data(), static_cast<int>(message.size()), MPI_DOUBLE, rank_of[{2}], 0, "
                        "MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                        "        std::size_t next = 0;\n"
                        "        for_each_element({1}, {3} {{ array[{4}] = message[next++]; }});\n"
                        "    }});\n"
                        "    std::vector<double> expected(array_size, untouched);\n"
                        "    for_each_touched([&]({5}) {{ expected[{4}] = static_cast<double>({4}); }});\n"
                        "    long wrong = 0;\n"
                        "    for (std::size_t i = 0; i < expected.size(); ++i) wrong += array[i] != expected[i] ? 1 : 0;\n"
                        "    return wrong;\n"
                        "}}\n\n",
                        arguments(p_), all_p(), parts_.position_expression(), element(true, false), number(), arguments(a_)));
        put(fmt::format("long run(int rank) {{\n"
                        "    if (!is_touched()) return 0;\n"
                        "    std::vector<double> message;\n    std::vector<MPI_Request> requests;\n"
                        "    for_each_owner([&]({}) {{\n"
                        "        if (rank_of[{}] == rank) send_from({}, message, requests);\n"
                        "    }});\n"
                        "    long const wrong = rank == host ? receive_all() : 0;\n"
                        "    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);\n"
                        "    return wrong;\n}}\n\n",
                        arguments(p_), parts_.position_expression(), all_p()));
    }

    /// Those that hold the same elements as an owner: the coordinates that do not tell them apart run freely (Pr).
    [[nodiscard]] std::string shares_with_owner() const {
        std::vector<std::string> equal;
        for (std::size_t p = 0; p < p_.size(); ++p)
            if (!parts_.polyhedra.replicated()[p]) equal.push_back(fmt::format("q{0} == p{0}", p + 1));
        return equal.empty() ? "true" : fmt::format("{}", fmt::join(equal, " && "));
    }
    [[nodiscard]] std::string copies_arguments() const {
        std::vector<std::string> list{"int to"};
        for (std::size_t p = 0; p < p_.size(); ++p) list.push_back(fmt::format("long q{}", p + 1));
        return fmt::format("{}", fmt::join(list, ", "));
    }

    void update() {
        std::vector<std::string> const q = parts_.numbered("q", p_.size());
        put(fmt::format("/// Host: packs for every owner, and sends to all that hold the same elements (Fig. 9).\n"
                        "void send_all(std::vector<std::vector<double>>& messages, std::vector<MPI_Request>& requests) {{\n"
                        "    std::vector<double> array(array_size, untouched);\n"
                        "    for_each_touched([&]({0}) {{ array[{1}] = static_cast<double>({1}); }});\n"
                        "    for_each_owner([&]({2}) {{\n"
                        "        std::vector<double> message;\n"
                        "        for_each_element({3}, {4} {{ message.push_back(array[{1}]); }});\n"
                        "        messages.push_back(std::move(message));\n"
                        "        for_each_processor([&]({5}) {{\n"
                        "            if (!({6}) || count_elements({7}) == 0) return;\n"
                        "            requests.emplace_back();\n"
                        "            MPI_Isend(messages.back().data(), static_cast<int>(messages.back().size()), MPI_DOUBLE, to, "
                        "0, MPI_COMM_WORLD,\n"
                        "                      &requests.back());\n"
                        "        }});\n"
                        "    }});\n"
                        "}}\n\n",
                        arguments(a_), number(), arguments(p_), all_p(), element(true, false), copies_arguments(),
                        shares_with_owner(), fmt::join(q, ", ")));
        put(fmt::format("/// Node: receives and unpacks, in the same order. Returns how many elements are wrong.\n"
                        "long receive_at({0}) {{\n"
                        "    std::vector<double> message(static_cast<std::size_t>(count_elements({1})));\n"
                        "    if (message.empty()) return 0;\n"
                        "    MPI_Recv(message.data(), static_cast<int>(message.size()), MPI_DOUBLE, host, 0, MPI_COMM_WORLD, "
                        "MPI_STATUS_IGNORE);\n"
                        "    std::vector<double> local(local_size, untouched);\n"
                        "    std::size_t next = 0;\n"
                        "    for_each_element({1}, {2} {{ local[{3}] = message[next++]; }});\n"
                        "    long wrong = 0;\n"
                        "    for_each_element({1}, {4} {{ wrong += local[{3}] != static_cast<double>({5}) ? 1 : 0; }});\n"
                        "    return wrong;\n"
                        "}}\n\n",
                        arguments(p_), all_p(), element(false, true), place(), element(true, true), number()));
        put(fmt::format("long run(int rank) {{\n"
                        "    if (!is_touched()) return 0;\n"
                        "    std::vector<std::vector<double>> messages;\n    std::vector<MPI_Request> requests;\n"
                        "    if (rank == host) send_all(messages, requests);\n"
                        "    long wrong = 0;\n"
                        "    for_each_processor([&](int owner, {}) {{\n"
                        "        if (owner == rank) wrong += receive_at({});\n"
                        "    }});\n"
                        "    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);\n"
                        "    return wrong;\n}}\n\n",
                        arguments(p_), all_p()));
    }

    void main_program() {
        put("/// Does every owner have what is touched, each element once?\n"
            "long check_cover() {\n    std::vector<int> times(array_size, 0);\n");
        put(fmt::format("    for_each_owner([&]({}) {{ for_each_element({}, {} {{ ++times[{}]; }}); }});\n", arguments(p_), all_p(),
                        element(true, false), number()));
        put(fmt::format("    for_each_touched([&]({}) {{ --times[{}]; }});\n", arguments(a_), number()));
        put("    return std::count_if(times.begin(), times.end(), [](int n) { return n != 0; });\n}\n\n"
            "} // namespace\n\nint main(int argc, char** argv) {\n    MPI_Init(&argc, &argv);\n    int rank = 0;\n    int ranks = "
            "1;\n"
            "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &ranks);\n");
        put(fmt::format("    if (ranks < {0}) {{\n        if (rank == 0) fprintf(stderr, \"start this program on {0} ranks or "
                        "more\\n\");\n"
                        "        MPI_Finalize();\n        return 2;\n    }}\n",
                        parts_.mapping.grid().max_rank() + 1));
        for (std::size_t i = 0; i < parts_.parameters().size(); ++i)
            put(fmt::format("    if (argc > {0}) {1} = std::atol(argv[{0}]);\n", i + 1, parts_.parameters()[i]));
        put("    long wrong = run(rank) + (rank == host ? check_cover() : 0);\n"
            "    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);\n"
            "    long touched = 0;\n");
        put(fmt::format("    for_each_touched([&]({}) {{ ++touched; }});\n", unnamed(parts_.dims())));
        put(fmt::format("    if (rank == 0) printf(\"{}: %ld elements, %ld wrong\\n\", touched, wrong);\n"
                        "    MPI_Finalize();\n    return wrong == 0 ? 0 : 1;\n}}\n",
                        parts_.what.collects ? "collect" : "update"));
    }

    ProgramParts const& parts_;
    std::vector<std::string> a_;
    std::vector<std::string> l_;
    std::vector<std::string> p_;
    std::string text_;
};

} // namespace

std::string cpp_region_program(ProgramParts const& parts) {
    return CppWriter(parts).run();
}

} // namespace tessera::detail
