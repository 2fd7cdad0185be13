// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every function of the C++17 layer, in a program of others.
#include <tessera/mpi.hpp>

#include <cstring>
#include <iostream>

namespace {

int failures = 0;

void expect(bool is_so, char const* what, int line) {
    if (is_so) return;
    ++failures;
    std::cerr << "cpp_interface.cpp:" << line << ": " << what << '\n';
}
#define EXPECT(condition) expect((condition), #condition, __LINE__)

template <class Call>
void expect_error(Call const& call, char const* words, int line) {
    try {
        call();
        expect(false, words, line);
    } catch (tessera::error const& error) {
        expect(error.status() == TESSERA_INVALID && std::strstr(error.what(), words) != nullptr, error.what(), line);
    }
}
#define EXPECT_ERROR(call, words) expect_error([&] { call; }, words, __LINE__)

bool has(std::string const& text, char const* words) {
    return text.find(words) != std::string::npos;
}

void types_have_numbers() {
    struct Particle {
        double place[3];
    };
    static_assert(tessera::type_of<double>() == TESSERA_FLOAT64 && tessera::type_of<float>() == TESSERA_FLOAT32);
    static_assert(tessera::type_of<std::int8_t>() == TESSERA_INT8 && tessera::type_of<std::uint64_t>() == TESSERA_UINT64);
    static_assert(tessera::type_of<std::int32_t>() == TESSERA_INT32 && tessera::type_of<std::uint16_t>() == TESSERA_UINT16);
    static_assert(tessera::type_of<std::complex<float>>() == TESSERA_COMPLEX64 && tessera::type_of<bool>() == TESSERA_BOOL);
    static_assert(tessera::type_of<std::complex<double>>() == TESSERA_COMPLEX128);
    static_assert(tessera::type_of<Particle>() == TESSERA_BYTES(24));
}

void mappings_tell() {
    tessera::mapping const text("real8 A(10,7)", "(block,cyclic(2)) onto P(2,2)");
    EXPECT(text.dims() == 2 && text.extents() == (tessera::numbers{10, 7}) && text.ranks() == 4 && text.copies() == 1);
    EXPECT(text.type() == TESSERA_FLOAT64 && text.storage() == TESSERA_COLUMN_MAJOR);
    EXPECT(text.owners({5, 2}) == tessera::numbers{3} && text.owner_table().size() == 70 && text.owner_table()[37] == 3);
    EXPECT(text.holds(1) && !text.holds(4) && text.owned(1) == 15 && text.allocation(1) == 15 && text.local_start(1) == 0);
    EXPECT(text.local_shape(1) == (tessera::numbers{5, 3}) && text.local_strides(1) == (tessera::numbers{1, 5}));
    EXPECT(text.indices(1, 1) == (tessera::numbers{2, 3, 6}) && text.indices(7, 1).empty());
    EXPECT(text.text() == "real8 A(10,7) (block,cyclic(2)) onto P(2,2)" && has(text.text("hpf"), "distribute"));
    EXPECT(has(text.svg(), "<svg"));

    tessera::cyclic_options options;
    options.type = tessera::type_of<float>();
    options.order = TESSERA_COLUMN_MAJOR;
    options.first = {1, 0};
    options.ranks = {3, 2, 1, 0};
    auto const numbers = tessera::mapping::cyclic({10, 7}, {5, 2}, {2, 2}, options);
    EXPECT(numbers.type() == TESSERA_FLOAT32 && numbers.owners({0, 0}) == tessera::numbers{2} && !numbers.same_as(text));
    auto const blocks = tessera::mapping::blocks({{0, 5, 10}, {0, 2, 4, 6, 7}}, {0, 1, 0, 1, 2, 3, 2, 3});
    EXPECT(blocks.same_as(text) && blocks.storage() == TESSERA_ROW_MAJOR);

    EXPECT_ERROR(tessera::mapping("real8 A(10)", "(blok)", 2), "did you mean 'block'?");
    EXPECT_ERROR(text.owners({1}), "index has 1 entries; expected 2");
    EXPECT_ERROR(text.owners({10, 0}), "index[0] is 10");
    EXPECT_ERROR(tessera::mapping::cyclic({10, 7}, {5}, {2, 2}), "blocks has 1 entries; expected 2");
    EXPECT_ERROR(tessera::mapping::cyclic({10, 7}, {5, 5}, {2}), "grid has 1 entries");
    options.ranks = {0};
    EXPECT_ERROR(tessera::mapping::cyclic({10, 7}, {5, 5}, {2, 2}, options), "ranks has 1 entries; expected 4");
    EXPECT_ERROR(tessera::mapping::blocks({{0, 5, 10}}, {0}), "owners has 1 entries; expected 2");
    EXPECT_ERROR(tessera::mapping::blocks({{0}}, {}), "at least two splits");
    try {
        tessera::mapping("real8 A(10)", "(blok)", 2);
    } catch (tessera::error const& error) {
        EXPECT(error.line() == 1 && error.column() == 2 && error.length() == 4 && !has(error.message(), "\n"));
    }
}

void plans_tell() {
    tessera::plan const plan("real8 A(8)", "(block)", "(cyclic)", 2);
    EXPECT(plan.totals().moved == 4 && plan.messages().size() == 4 && plan.messages(1).size() == 3);
    EXPECT(plan.transitions() == 1 && plan.arrays() == 1 && plan.ranks() == 2 && plan.peak_bytes() == 64);
    EXPECT(has(plan.json(), "tessera.redist/1") && has(plan.text(), "4 of 8 elements move") && has(plan.svg(), "<svg"));
    EXPECT(plan.collective() == "an all-to-all among 2 ranks" && has(plan.svg("messages"), "<svg"));
    tessera::site const mesh("", "mesh(1,2)");
    EXPECT(has(plan.schedule(), "tessera.schedule/1") && has(plan.schedule(mesh, "pex"), "mesh(1,2)"));
    EXPECT(has(plan.schedules(), "pex") && has(plan.schedules(mesh), "pex"));
    EXPECT_ERROR(tessera::advise("      real A(9)\n!hpf$ distribute A(block)\n", tessera::site(""), {3}), "name a machine");
    EXPECT(has(plan.source().text(), "block") && has(plan.target().text(), "cyclic"));
    tessera::mapping const a("real8 A(6,4)", "(block,*) onto P(2)");
    tessera::mapping const b("real8 A(4,6)", "(*,block) onto P(2)");
    EXPECT(tessera::plan(a, b, "B(j,i)=A(i,j)").totals().moved == 0);
    EXPECT(tessera::plan::transpose(a, b, {1, 0}).totals().elements == 24);
    EXPECT_ERROR(tessera::plan::transpose(a, b, {1}), "one entry per dimension");
    EXPECT_ERROR(tessera::plan(a, b), "6 x 4 but A is 4 x 6");
    auto const job = tessera::plan::job("      real A(9)\n!hpf$ processors P(3)\n!hpf$ distribute A(block) onto P\n"
                                        "!hpf$ redistribute A(cyclic) onto P\n!hpf$ redistribute A(block) onto P\n");
    EXPECT(job.transitions() == 2 && job.transition(1).transitions() == 1);
    EXPECT_ERROR(job.collective(), "has 2 transitions");
    tessera::plan moved = tessera::plan::job("      real A(9)\n!hpf$ distribute A(block)\n", "j.hpf", 3);
    tessera::plan const taken = std::move(moved);
    EXPECT(taken.totals().elements == 9);
}

void arrays_move(int rank, int ranks) {
    tessera::plan const plan("real8 A(24)", "(block)", "(cyclic)", ranks);
    tessera::mapping const from = plan.source();
    tessera::mapping const to = plan.target();
    tessera::mover_options options;
    options.with_return = true;
    tessera::mover move(plan, MPI_COMM_WORLD, options);
    std::vector<double> a(move.source_size()), b(move.target_size(), -1);
    tessera::numbers const held = from.indices(rank, 0);
    tessera::numbers const wanted = to.indices(rank, 0);
    for (std::size_t i = 0; i < held.size(); ++i) a[i] = static_cast<double>(held[i]);
    move.begin(a.data(), b.data());
    EXPECT_ERROR(move.begin(a.data(), b.data()), "a move is under way");
    move.end();
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT(b[i] == static_cast<double>(wanted[i]));
    std::vector<double> const before = a;
    a.assign(a.size(), -1);
    move.run_back(a.data(), b.data());
    EXPECT(a == before && move.costs().messages_sent < ranks);
    EXPECT_ERROR(move.run({a.data()}, {b.data(), b.data()}), "one source and one target for each");

    // Two arrays together, with strides: the target's elements lie backwards.
    options = {};
    options.target_strides = {{}, {-1}};
    tessera::mover both({&plan, &plan}, MPI_COMM_WORLD, options);
    std::vector<double> c(b.size() + 1, -1), d(b.size(), -1);
    double* const last = c.data() + (d.empty() ? 0 : d.size() - 1);
    both.run({a.data(), a.data()}, {d.data(), last});
    EXPECT(d == b && c.back() == -1);
    for (std::size_t i = 0; i < d.size(); ++i) EXPECT(c[i] == d[d.size() - 1 - i]);
    both.begin({a.data(), a.data()}, {d.data(), last});
    both.end();
    EXPECT_ERROR(tessera::mover("real8 A(24)", "(block)", "(cylic)", MPI_COMM_WORLD), "did you mean 'cyclic'?");
}

void neighbours_exchange(int rank, int ranks) {
    tessera::mapping const field("double A[24]", "(block)", ranks);
    tessera::halo halo(field, MPI_COMM_WORLD, "star:1", "all");
    std::vector<double> part(halo.size(), -1);
    tessera::numbers const mine = field.indices(rank, 0);
    for (std::int64_t const index : mine) part[static_cast<std::size_t>(halo.offset({index}))] = static_cast<double>(index);
    halo.run(part.data());
    halo.begin(part.data());
    halo.end();
    EXPECT(halo.strides() == tessera::numbers{1});
    if (!mine.empty()) {
        auto const first = static_cast<std::size_t>(halo.offset({mine.front()}));
        EXPECT(part[first - 1] == static_cast<double>((mine.front() + 23) % 24));
    }
    EXPECT_ERROR(halo.offset({1, 2}), "index has 2 entries");
    EXPECT_ERROR(tessera::halo(field, MPI_COMM_WORLD), "declares no shadow planes");

    tessera::shift shift(field, {1}, MPI_COMM_WORLD, TESSERA_TORUS);
    std::vector<double> a(static_cast<std::size_t>(field.allocation(rank))), b(a.size());
    for (std::size_t i = 0; i < mine.size(); ++i) a[i] = static_cast<double>(mine[i]);
    shift.run(a.data(), b.data());
    for (std::size_t i = 0; i < mine.size(); ++i) EXPECT(b[i] == static_cast<double>((mine[i] + 23) % 24));
    shift.begin(a.data(), b.data());
    shift.end();
    EXPECT_ERROR(tessera::shift(field, {1, 1}, MPI_COMM_WORLD), "distance has 2 entries");
}

/// Each rank asks for elements of others, and adds to them.
void values_follow_routes(int rank, int ranks) {
    tessera::mapping const held("double A[24]", "(cyclic)", ranks);
    tessera::numbers const mine = held.indices(rank, 0);
    std::vector<double> part(mine.size() + 1);
    for (std::size_t i = 0; i < mine.size(); ++i) part[i] = static_cast<double>(mine[i]);
    tessera::route route(held, {23, 0, 5, 5}, MPI_COMM_WORLD);
    std::vector<double> values(4);
    route.fetch(part.data(), values.data());
    EXPECT((values == std::vector<double>{23, 0, 5, 5}));
    route.begin_send(values.data(), part.data(), TESSERA_SUM);
    route.end();
    route.begin_fetch(part.data(), values.data());
    route.end();
    EXPECT(values[0] == 23.0 * (ranks + 1) && values[3] == 5.0 + 10.0 * ranks);
    EXPECT_ERROR(tessera::route(held, {24}, MPI_COMM_WORLD), "24");
}

/// The first rank sends to all others.
void programs_hand_over(int rank, int ranks) {
    if (ranks < 2) return;
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &own);
    {
        tessera::mapping const held("double A[24]", rank == 0 ? "(block)" : "(cyclic)", rank == 0 ? 1 : ranks - 1);
        tessera_channel_end const end = rank == 0 ? TESSERA_SENDER : TESSERA_RECEIVER;
        tessera::channel_options options;
        options.transfers = 2;
        tessera::channel port(held, end, tessera::meeting_within{MPI_COMM_WORLD, 0, 1}, own, options);
        tessera::numbers const mine = held.indices(rank == 0 ? 0 : rank - 1, 0);
        std::vector<double> part(mine.size() + 1);
        for (double const round : {100.0, 200.0}) {
            for (std::size_t i = 0; rank == 0 && i < mine.size(); ++i) part[i] = round + static_cast<double>(mine[i]);
            if (rank == 0)
                port.send(part.data());
            else
                EXPECT(port.receive(part.data()));
            for (std::size_t i = 0; i < mine.size(); ++i) EXPECT(part[i] == round + static_cast<double>(mine[i]));
        }
        if (rank == 0) {
            port.close();
            EXPECT_ERROR(port.receive(part.data()), "this end sends");
        } else
            EXPECT(!port.receive(part.data()));
        EXPECT_ERROR(tessera::channel(held, end, tessera::meeting_within{MPI_COMM_WORLD, 0, 99}, own), "there is no rank 99");
        options.patience = -1;
        EXPECT_ERROR(tessera::channel(held, end, "file", own, options), "patience: expected");
    }
    MPI_Comm_free(&own);
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    types_have_numbers();
    mappings_tell();
    plans_tell();
    arrays_move(rank, ranks);
    neighbours_exchange(rank, ranks);
    values_follow_routes(rank, ranks);
    programs_hand_over(rank, ranks);
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}
