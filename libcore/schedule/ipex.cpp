// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Indirect Pairwise Exchange (Thakur, Fig. 4.14): data moves along the row to its column, then along the column.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/routed_schedule.hpp"

namespace tessera::detail {

namespace {

/// Steps come in groups. Group i, 0 <= i < c - 1, has r steps. Each rank exchanges r blocks with the rank at column distance i + 1
/// in its row. Then it passes one of them to each row distance j. The last r - 1 steps exchange within the columns. Distances are
/// xor (the figure prints xor(y,i) instead of xor(y,j)). Position = row * c + column.
class IpexRoutes final : public Routes {
  public:
    explicit IpexRoutes(MeshShape mesh) : rows_(mesh.rows), columns_(mesh.columns) {}

    [[nodiscard]] int steps() const override { return rows_ * columns_ - 1; }

    [[nodiscard]] int target(int position, int step) const override {
        Phase const phase = phase_of(step);
        return phase.row_distance == 0 ? position ^ phase.column_distance : position ^ (phase.row_distance * columns_);
    }

    [[nodiscard]] int source(int position, int step) const override { return target(position, step); }

    void route(int from, int to, std::function<void(int, int, int)> const& visit) const override {
        int const column_distance = (from ^ to) & (columns_ - 1);
        int const row_distance = (from ^ to) / columns_;
        int const corner = from ^ column_distance;
        if (column_distance != 0) visit(step_of({column_distance, 0}), from, corner);
        if (row_distance != 0) visit(step_of({column_distance, row_distance}), corner, to);
    }

    void carried(int position, int step, std::function<void(int, int)> const& visit) const override {
        Phase const phase = phase_of(step);
        if (phase.row_distance != 0) return visit(position ^ phase.column_distance, target(position, step));
        int const column = target(position, step) & (columns_ - 1);
        for (int row = 0; row < rows_; ++row) visit(position, row * columns_ + column);
    }

    [[nodiscard]] Index carried_count(int, int step) const override { return phase_of(step).row_distance == 0 ? rows_ : 1; }

    [[nodiscard]] Formula formula(int step) const override { return {StepPattern::Shape::Xor, target(0, step)}; }

  private:
    /// The column distance of the moving blocks, and the row distance of this exchange (0 for the exchange along the row).
    struct Phase {
        int column_distance;
        int row_distance;
    };

    [[nodiscard]] Phase phase_of(int step) const {
        int const group = step / rows_;
        return group < columns_ - 1 ? Phase{group + 1, step % rows_} : Phase{0, step % rows_ + 1};
    }
    [[nodiscard]] int step_of(Phase phase) const {
        return phase.column_distance != 0 ? (phase.column_distance - 1) * rows_ + phase.row_distance
                                          : (columns_ - 1) * rows_ + phase.row_distance - 1;
    }

    int rows_;
    int columns_;
};

} // namespace

MadeSchedule make_ipex(ScheduleInput input) {
    return std::make_shared<RoutedSchedule>("ipex", std::move(input.messages), std::make_unique<IpexRoutes>(*input.mesh),
                                            StepKind::Exchange);
}

} // namespace tessera::detail
