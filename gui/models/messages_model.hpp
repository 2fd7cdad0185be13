// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a redistribution as a table that is filled on demand.
#pragma once

#include "gui/models/table_model.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <memory>
#include <optional>

namespace tessera::gui {

/// The order is by sender and then receiver, until the table is sorted. Rows come from the plan a few senders at a time. The
/// indices of a message are computed for visible rows only. Copies from a rank to itself are omitted, as in the totals.
class MessagesModel final : public TableModel {
    Q_OBJECT
  public:
    enum Columns { From, To, Elements, Bytes, Indices };
    /// Largest number of listed messages. In larger plans the table is incomplete; the totals still count all.
    static constexpr Index mostMessages = Index{1} << 21;

    struct Pair {
        Rank from = 0;
        Rank to = 0;
        friend bool operator==(Pair const&, Pair const&) = default;
    };

    explicit MessagesModel(QObject* parent = nullptr);
    /// `only`: restricts the table to messages that this rank sends or receives. Null: no messages.
    void setPlan(std::shared_ptr<MultiPlan const> plan, std::optional<Rank> only = std::nullopt);

    [[nodiscard]] bool canFetchMore(QModelIndex const& parent) const override;
    void fetchMore(QModelIndex const& parent) override;
    [[nodiscard]] std::optional<Pair> pairAt(QModelIndex const& index) const;
    /// Returns the row of a message among those fetched so far, or no index.
    [[nodiscard]] QModelIndex indexOfPair(Pair pair) const;

  private:
    struct Row {
        Rank from = 0;
        Rank to = 0;
        Index elements = 0;
        Index bytes = 0;
    };
    [[nodiscard]] int recordCount() const override { return static_cast<int>(rows_.size()); }
    [[nodiscard]] QString text(int record, int column) const override;
    [[nodiscard]] double key(int record, int column) const override;
    void completeRecords() override;
    void append(std::vector<Row> rows);
    [[nodiscard]] std::vector<Row> rowsOfNextSender();
    [[nodiscard]] QString indicesOf(Row const& row) const;

    std::shared_ptr<MultiPlan const> plan_;
    std::optional<Rank> only_;
    std::vector<Rank> senders_;
    std::size_t nextSender_ = 0;
    std::vector<Row> rows_;
};

} // namespace tessera::gui
