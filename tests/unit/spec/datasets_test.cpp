// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job files of datasets/ say what the papers they come from say.
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QDir>
#include <QFile>

using namespace tessera;

namespace {

QDir const jobs(TESSERA_DATASETS "/jobs");

Job job_of(QString const& name) {
    QFile file(jobs.filePath(name));
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(name));
    auto job = parse_job(file.readAll().toStdString(), name.toStdString());
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return *std::move(job);
}

Mapping mapping_of(QString const& name, std::size_t state, std::size_t array = 0) {
    auto mapping = Mapping::make(job_of(name).arrays.at(array).states.at(state));
    if (!mapping) qFatal("%s", mapping.error().message.c_str());
    return *std::move(mapping);
}

/// The indices of dimension d that each position along a column of the grid owns, in the array's own bounds.
std::vector<std::vector<Index>> owned(Mapping const& mapping, int d) {
    std::vector<std::vector<Index>> result(static_cast<std::size_t>(mapping.dim(d).coords()));
    auto const dim = static_cast<std::size_t>(d);
    for (Index i = 0; i < mapping.array().extents[dim]; ++i)
        result[static_cast<std::size_t>(mapping.dim(d).owner(i))].push_back(i + mapping.array().lower[dim]);
    return result;
}

std::vector<Index> counts(Mapping const& mapping, int d) {
    std::vector<Index> result;
    for (auto const& indices : owned(mapping, d)) result.push_back(std::ssize(indices));
    return result;
}

using Table = std::vector<std::vector<Index>>;

} // namespace

class DatasetsTest : public QObject {
    Q_OBJECT
  private slots:
    void each_is_read_and_written_back_data();
    void each_is_read_and_written_back();
    void triangle();
    void coelho_io();
    void thakur26();
    void fft2d();
    void matmul();
    void pitfalls_fig12();
    void pitfalls_fig17();
    void pitfalls_mpmd();
    void pcstar_fig37();
    void transpose();
    void two_arrays();
    void shadows();
    void replicated();
};

void DatasetsTest::each_is_read_and_written_back_data() {
    QTest::addColumn<QString>("name");
    for (QString const& file : jobs.entryList({"*.hpf"}, QDir::Files, QDir::Name)) QTest::newRow(qPrintable(file)) << file;
}

void DatasetsTest::each_is_read_and_written_back() {
    QFETCH(QString, name);
    Job const job = job_of(name);
    QVERIFY(!job.arrays.empty());
    QVERIFY(job.movements().has_value());
    auto const again = parse_job(write_hpf(job), "written.hpf");
    QVERIFY2(again.has_value(), write_hpf(job).c_str());
    QVERIFY(again->arrays == job.arrays);
    QVERIFY(again->copies == job.copies);
    QVERIFY(again->io == job.io);
}

void DatasetsTest::triangle() {
    Mapping const mapping = mapping_of("triangle.hpf", 0);
    QCOMPARE(counts(mapping, 0), (std::vector<Index>{8, 9, 8, 5}));
    QCOMPARE(counts(mapping, 1), (std::vector<Index>{15, 15}));
    for (Index position = 0; position < 8; ++position) {
        LocalLayout const layout(mapping, position);
        QCOMPARE(layout.alloc_shape(), layout.local_shape());
    }
}

void DatasetsTest::coelho_io() {
    Job const job = job_of("coelho-io.hpf");
    QCOMPARE(job.io.size(), 1U);
    QCOMPARE(job.io[0].io_processors, (Processors{"Pio", {1}, {2}, {}, GridOrder::RowMajor}));
    QCOMPARE(job.io[0].processors, (Processors{"P", {1, 1}, {4, 2}, {}, GridOrder::RowMajor}));
    QCOMPARE(job.io[0].formats, (std::vector{DistFormat::block(), DistFormat::collapsed()}));
}

void DatasetsTest::thakur26() {
    QCOMPARE(owned(mapping_of("thakur26-block-cyclic.hpf", 0), 0),
             (Table{{1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14}, {15, 16, 17, 18, 19, 20, 21}, {22, 23, 24, 25, 26}}));
    Table const cyclic{{1, 5, 9, 13, 17, 21, 25}, {2, 6, 10, 14, 18, 22, 26}, {3, 7, 11, 15, 19, 23}, {4, 8, 12, 16, 20, 24}};
    QCOMPARE(owned(mapping_of("thakur26-block-cyclic.hpf", 1), 0), cyclic);
    QCOMPARE(owned(mapping_of("thakur26-cyclic3.hpf", 0), 0), cyclic);
    QCOMPARE(owned(mapping_of("thakur26-cyclic3.hpf", 1), 0),
             (Table{{1, 2, 3, 13, 14, 15, 25, 26}, {4, 5, 6, 16, 17, 18}, {7, 8, 9, 19, 20, 21}, {10, 11, 12, 22, 23, 24}}));
    Job const back = job_of("thakur26-cyclic2-cyclic4.hpf");
    QCOMPARE(back.arrays[0].states.size(), 3U);
    QCOMPARE(back.arrays[0].states[0], back.arrays[0].states[2]);
}

void DatasetsTest::fft2d() {
    Mapping const rows = mapping_of("fft2d.hpf", 0);
    Mapping const columns = mapping_of("fft2d.hpf", 1);
    QCOMPARE(rows.array().type, (ElementType{"complex128", 16}));
    QCOMPARE(rows.owned_count(0), Index{8 * 64});
    QVERIFY(rows.processor_dim(0) && !rows.processor_dim(1));
    QVERIFY(!columns.processor_dim(0) && columns.processor_dim(1));
}

void DatasetsTest::matmul() {
    Job const job = job_of("matmul.hpf");
    QCOMPARE(job.arrays.size(), 3U);
    for (ArrayStates const& array : job.arrays) {
        QCOMPARE(array.states.size(), 3U);
        QCOMPARE(array.states[0], array.states[2]);
        QCOMPARE(array.states[1].formats, (std::vector{DistFormat::block(), DistFormat::block()}));
    }
}

void DatasetsTest::pitfalls_fig12() {
    QCOMPARE(counts(mapping_of("pitfalls-fig12.hpf", 0), 0), std::vector<Index>(4, 8));
    Table const receivers = owned(mapping_of("pitfalls-fig12.hpf", 1), 0);
    QCOMPARE(receivers.size(), 8U);
    QCOMPARE(receivers[5], (std::vector<Index>{11, 12, 27, 28})); // none of them sender 0's
}

void DatasetsTest::pitfalls_fig17() {
    Mapping const from = mapping_of("pitfalls-fig17.hpf", 0);
    Mapping const to = mapping_of("pitfalls-fig17.hpf", 1);
    Index const processor = 1;
    std::vector<std::pair<Index, Index>> kept;
    for (Index i = 0; i < 16; ++i)
        for (Index j = 0; j < 32; ++j) {
            Extents const index{i, j};
            if (from.owners(index) == std::vector{Owner{1, processor}} && to.owners(index) == std::vector{Owner{1, processor}})
                kept.emplace_back(i, j);
        }
    std::vector<std::pair<Index, Index>> const figure{{0, 5}, {0, 7}, {0, 13}, {0, 15}, {0, 21}, {0, 23}, {0, 29}, {0, 31}};
    QCOMPARE(kept, figure);
}

void DatasetsTest::pitfalls_mpmd() {
    Mapping const from = mapping_of("pitfalls-mpmd.hpf", 0);
    Mapping const to = mapping_of("pitfalls-mpmd.hpf", 1);
    QCOMPARE(from.grid().rank(2), Rank{4});
    QCOMPARE(to.grid().rank(1), Rank{2});
    QVERIFY(!from.grid().position(5) && !to.grid().position(5));
}

void DatasetsTest::pcstar_fig37() {
    Mapping const mapping = mapping_of("pcstar-fig37.hpf", 0);
    QCOMPARE(mapping.array().order, StorageOrder::C);
    std::vector<Index> local;
    Table above;
    for (Index position = 0; position < 6; ++position) {
        local.push_back(mapping.owned_count(position));
        BoxSet const box = mapping.owned(position);
        above.push_back(box.element(0));
    }
    QCOMPARE(local, (std::vector<Index>{6, 18, 2, 6, 8, 24}));
    QCOMPARE(above, (Table{{0, 0}, {0, 2}, {3, 0}, {3, 2}, {4, 0}, {4, 2}}));
}

void DatasetsTest::transpose() {
    Job const job = job_of("transpose.hpf");
    QCOMPARE(job.copies.size(), 1U);
    CopyMap const expected{{{48, CopySide{1, 0, 1}, CopySide{0, 0, 1}}, {60, CopySide{0, 0, 1}, CopySide{1, 0, 1}}}};
    QCOMPARE(job.copies[0].map, expected);
    auto const movements = job.movements();
    QVERIFY(movements.has_value());
    QCOMPARE(movements->size(), 1U);
    QCOMPARE(movements->at(0).source.array.name, std::string("A"));
}

void DatasetsTest::two_arrays() {
    auto const movements = job_of("two-arrays.hpf").movements();
    QVERIFY(movements.has_value());
    QCOMPARE(movements->size(), 2U);
    QCOMPARE(movements->at(1).source.align[0], (AlignAxis{AlignAxis::Kind::Affine, 0, 2, -1}));
    QCOMPARE(movements->at(1).target.processors.name, std::string("tiles"));
}

void DatasetsTest::shadows() {
    Mapping const mapping = mapping_of("shadows.hpf", 0);
    QCOMPARE(LocalLayout(mapping, 0).local_shape(), (Extents{40, 45}));
    QCOMPARE(LocalLayout(mapping, 0).alloc_shape(), (Extents{42, 47}));
    QCOMPARE(mapping_of("shadows.hpf", 1).grid().rank(2), Rank{4}); // P(3,1)
}

void DatasetsTest::replicated() {
    Mapping const everywhere = mapping_of("replicated.hpf", 0);
    Mapping const last_row = mapping_of("replicated.hpf", 1);
    QCOMPARE(everywhere.replicas(), Index{3});
    QCOMPARE(last_row.replicas(), Index{1});
    QVERIFY(!last_row.holds(0) && last_row.holds(8));
    QCOMPARE(last_row.owners(Extents{0}).front().rank, Rank{11}); // backwards: element 1 lies in the last column
}

TEST_CLASS(DatasetsTest)
#include "datasets_test.moc"
