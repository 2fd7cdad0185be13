// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what operations on an array communicate: halos, shifts, broadcasts and reductions.
#pragma once

#include "gui/panels/view_panel.hpp"
#include "gui/session/comm_work.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QStackedWidget>

namespace tessera::gui {

/// The array with what each rank needs or where it goes, or the network with the messages; there its player shows all steps
/// together at position 0, else one step, from 1.
class CommPanel final : public ScenePanel {
    Q_OBJECT
  public:
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
    [[nodiscard]] QWidget* entrance() override { return operation_; }

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
    void forget(); ///< the work, and the plan of one that is under way
    void arrive(Result<CommWorkPointer> const& work);
    void drawWork();
    void clicked(SceneTag const& tag);
    template <class Change>
    void choose(Change change);
    [[nodiscard]] std::optional<CommChoice> choice() const; ///< completed; nothing without a job

    QComboBox* operation_;
    QComboBox* array_;
    QStackedWidget* fields_;
    QWidget* mask_; ///< of all but collectives
    QComboBox* stencil_;
    QLineEdit* periodic_;
    QSpinBox* wide_;
    QLineEdit* by_;
    QComboBox* edge_;
    QComboBox* indices_;
    QLineEdit* where_;
    QLineEdit* whereTarget_;
    QWidget* targetMask_; ///< of shifts
    QComboBox* algorithm_;
    QCheckBox* onNetwork_;
    QLabel* summary_;
    CommWorkPointer work_;
    CommChoice planned_;                                      ///< what work_ was made for
    std::optional<Rank> plannedRoot_;                         ///< the same, of a broadcast
    std::vector<std::pair<std::string, std::size_t>> states_; ///< array and state of each entry of array_
};

} // namespace tessera::gui
