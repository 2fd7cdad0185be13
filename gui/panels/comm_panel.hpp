// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the communication of operations on an array: halos, shifts, sends and gets, broadcasts and reductions.
#pragma once

#include "gui/panels/view_panel.hpp"
#include "gui/session/comm_work.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QStackedWidget>

namespace tessera::gui {

/// Shows the array with the elements that each rank needs or their targets, or the network with the messages. On the network,
/// position 0 of the player shows all steps together; position s > 0 shows step s.
class CommPanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit CommPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* operation() { return operation_; }
    [[nodiscard]] QComboBox* array() { return array_; }
    [[nodiscard]] QComboBox* stencil() { return stencil_; }
    [[nodiscard]] QLineEdit* periodic() { return periodic_; }
    [[nodiscard]] QSpinBox* wide() { return wide_; }
    [[nodiscard]] QLineEdit* by() { return by_; }
    [[nodiscard]] QComboBox* edge() { return edge_; }
    [[nodiscard]] QComboBox* indices() { return indices_; }
    [[nodiscard]] QLineEdit* where() { return where_; }
    [[nodiscard]] QLineEdit* whereTarget() { return whereTarget_; }
    [[nodiscard]] QComboBox* algorithm() { return algorithm_; }
    [[nodiscard]] QCheckBox* onNetwork() { return onNetwork_; }
    [[nodiscard]] QString summary() const { return summary_->text(); }
    [[nodiscard]] QWidget* entryWidget() override { return operation_; }

  private:
    QWidget* createChoices();
    QWidget* createHaloFields();
    QWidget* createShiftFields();
    QWidget* createIndexFields();
    QWidget* createMaskField();
    QWidget* createCollectiveFields();
    void showJob() override;
    void showSchedule() override;
    void showSelection() override;
    void draw() override;
    void showArrays(Job const& job);
    void showChoice(Job const& job);
    void showStencils(ArraySpec const& array, std::string const& chosen);
    void showAlgorithms(CommChoice const& choice);
    void plan(CommChoice const& choice);
    void forget(); ///< drops the work, and cancels planning
    void arrive(Result<CommWorkPointer> const& work);
    void drawWork();
    void clicked(SceneTag const& tag);
    template <class Change>
    void choose(Change change);
    [[nodiscard]] std::optional<CommChoice> choice() const; ///< completed; nothing without a job

    QComboBox* operation_;
    QComboBox* array_;
    QStackedWidget* fields_;
    QWidget* mask_; ///< not for collectives
    QComboBox* stencil_;
    QLineEdit* periodic_;
    QSpinBox* wide_;
    QLineEdit* by_;
    QComboBox* edge_;
    QComboBox* indices_;
    QLineEdit* where_;
    QLineEdit* whereTarget_;
    QWidget* targetMask_; ///< for shifts
    QComboBox* algorithm_;
    QCheckBox* onNetwork_;
    QLabel* summary_;
    CommWorkPointer work_;
    CommChoice planned_;                                      ///< choice from which work_ was made
    std::optional<Rank> plannedRoot_;                         ///< root from which work_ was made, for a broadcast
    std::vector<std::pair<std::string, std::size_t>> states_; ///< array and state of each entry of array_
};

} // namespace tessera::gui
