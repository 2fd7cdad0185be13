// SPDX-License-Identifier: BSD-3-Clause
// Tessera: figures of a schedule, and what the validator says of wrong ones.
#include "libcore/schedule/quality.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/schedule/step_text.hpp"

using namespace tessera;

namespace {

/// A schedule of whatever transfers, each with its blocks.
class Handmade final : public Schedule {
  public:
    struct Sent {
        Transfer transfer;
        std::vector<Block> blocks;
    };

    Handmade(MessageSet messages, std::vector<std::vector<Sent>> sent)
        : Schedule("handmade", std::move(messages)), sent_(std::move(sent)) {}

    [[nodiscard]] int steps() const override { return static_cast<int>(sent_.size()); }
    [[nodiscard]] StepKind kind(int) const override { return StepKind::SendReceive; }
    [[nodiscard]] bool store_and_forward() const override { return true; }
    void sends(int position, int step, std::vector<Transfer>& out) const override {
        for (Sent const& sent : sent_[static_cast<std::size_t>(step)])
            if (sent.transfer.from == position) out.push_back(sent.transfer);
    }
    void receives(int position, int step, std::vector<Transfer>& out) const override {
        if (deaf) return;
        for (Sent const& sent : sent_[static_cast<std::size_t>(step)])
            if (sent.transfer.to == position) out.push_back(sent.transfer);
    }
    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const override {
        for (Sent const& sent : sent_[static_cast<std::size_t>(step)])
            if (sent.transfer == transfer) return sent.blocks;
        return {};
    }

    bool deaf = false; ///< nobody knows of what is received

  private:
    std::vector<std::vector<Sent>> sent_;
};

/// 10 bytes from rank 100 to rank 300, with 200 to go by. Positions 0, 2 and 1.
MessageSet one_message() {
    return MessageSet::of(std::vector<MessageSet::Triple>{{100, 300, 10}}, std::array{200}).value();
}

std::string verdict(std::vector<std::vector<Handmade::Sent>> sent) {
    auto const valid = validate(Handmade(one_message(), std::move(sent)));
    return valid ? "right" : valid.error().message;
}

} // namespace

class QualityTest : public QObject {
    Q_OBJECT

  private slots:
    void direct();
    void forwarded();
    void right_schedules();
    void wrong_schedules();
    void disagreement();
    void thousand_ranks();
};

void QualityTest::direct() {
    auto const set = MessageSet::of(std::vector<MessageSet::Triple>{{0, 1, 5}, {2, 1, 9}, {2, 3, 1}}).value();
    ScheduleQuality const quality = quality_of(*make_schedule("lex", set).value());
    QCOMPARE(quality.steps, 2); // of four: nobody has anything for 0 and 2
    QCOMPARE(quality.max_degree, 2);
    QCOMPARE(quality.lower_bound, 14);
    QCOMPARE(quality.one_port_cost, 14 + 1);
    QCOMPARE(quality.transfers, 3);
    QCOMPARE(quality.bytes_sent, 15);
    QVERIFY(quality.idle_ranks == (std::vector<int>{4, 1, 4, 2}));
    QCOMPARE(quality.max_memory, 14); // the buffers of rank 1
}

/// REX on 4 ranks: between the steps each rank holds one foreign block, and each step sends and receives two.
void QualityTest::forwarded() {
    ScheduleQuality const quality = quality_of(*all_to_all("rex", 4, 10));
    QCOMPARE(quality.one_port_cost, 40);
    QCOMPARE(quality.lower_bound, 30);
    QCOMPARE(quality.transfers, 8);
    QCOMPARE(quality.bytes_sent, 160);
    QCOMPARE(quality.max_memory, 10 + 40);
}

void QualityTest::right_schedules() {
    Block const all{0, 2, 0, 10};
    Block const head{0, 2, 0, 4};
    Block const tail{0, 2, 4, 6};
    QCOMPARE(verdict({{{{0, 2, 10}, {all}}}}), "right");
    QCOMPARE(verdict({{{{0, 1, 10}, {all}}}, {{{1, 2, 10}, {all}}}}), "right");
    QCOMPARE(verdict({{{{0, 1, 6}, {tail}}, {{0, 2, 4}, {head}}}, {}, {{{1, 2, 6}, {tail}}}}), "right");
}

void QualityTest::wrong_schedules() {
    Block const all{0, 2, 0, 10};
    Block const head{0, 2, 0, 4};
    QCOMPARE(verdict({}), "the message from rank 100 to rank 300 is never sent");
    QCOMPARE(verdict({{{{0, 2, 4}, {head}}}}), "bytes 4 to 10 from rank 100 for rank 300 are left at rank 100");
    QCOMPARE(verdict({{{{0, 1, 10}, {all}}}}), "bytes 0 to 10 from rank 100 for rank 300 are left at rank 200");
    std::string const bytes = "bytes 0 to 10 from rank 100 for rank 300 ";
    QCOMPARE(verdict({{{{1, 2, 10}, {all}}}}), "step 1, rank 200 to rank 300: " + bytes + "are not there");
    QCOMPARE(verdict({{{{0, 1, 10}, {all}}, {{1, 2, 10}, {all}}}}),
             "step 1, rank 200 to rank 300: " + bytes + "are sent twice in one step");
    QCOMPARE(verdict({{{{0, 2, 10}, {all}}}, {{{2, 1, 10}, {all}}}}),
             "step 2, rank 300 to rank 200: " + bytes + "have arrived already");
    QCOMPARE(verdict({{{{0, 1, 10}, {all}}}, {{{1, 0, 10}, {all}}}}),
             "step 2, rank 200 to rank 100: " + bytes + "go back to where they came from");
    QCOMPARE(verdict({{{{0, 2, 10}, {{0, 2, 1, 10}}}}}),
             "step 1, rank 100 to rank 300: bytes 1 to 11 from rank 100 for rank 300 are no part of a message");
    QCOMPARE(verdict({{{{1, 2, 10}, {{1, 2, 0, 10}}}}}),
             "step 1, rank 200 to rank 300: bytes 0 to 10 from rank 200 for rank 300 are no part of a message");
    QCOMPARE(verdict({{{{0, 2, 12}, {all}}}}), "step 1: rank 100 sends 12 bytes to rank 300, but their blocks have 10");
    QCOMPARE(verdict({{{{0, 0, 10}, {all}}}}), "step 1: rank 100 sends 10 bytes to position 0, which is no transfer");
}

void QualityTest::disagreement() {
    Handmade schedule(one_message(), {{{{0, 2, 10}, {{0, 2, 0, 10}}}}});
    schedule.deaf = true;
    QCOMPARE(validate(schedule).error().message,
             "step 1: rank 100 and rank 300 disagree about the 10 bytes from the first to the second");
}

/// A million messages.
void QualityTest::thousand_ranks() {
    QVERIFY(validate(*all_to_all("pex", 1024)).has_value());
}

TEST_CLASS(QualityTest)
#include "quality_test.moc"
