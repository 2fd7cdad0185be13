// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file of a job: which bytes its ranks read or write, by which method, phase by phase.
#pragma once

#include "gui/panels/view_panel.hpp"
#include "gui/session/file_access.hpp"

#include <QCheckBox>
#include <QComboBox>

namespace tessera::gui {

/// Its player shows all phases together at position 0, else one phase, from 1.
class FilePanel final : public ScenePanel {
    Q_OBJECT
  public:
    explicit FilePanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* line() { return line_; }
    [[nodiscard]] QComboBox* method() { return method_; }
    [[nodiscard]] QString summary() const { return summary_->text(); }
    [[nodiscard]] QWidget* entrance() override { return method_; }

  private:
    QWidget* createChoices();
    void createPlayer();
    void showJob() override;
    void showSchedule() override { showJob(); } // the machine may be another
    void showSelection() override;
    void draw() override;
    void showLines();
    void plan();
    void forget(); ///< the access, and the plan of one that is under way
    void arrive(Result<FileAccessPointer> const& access);
    void drawPhase();
    /// Where the selected element lies in the file.
    [[nodiscard]] std::optional<Index> markedPosition() const;
    template <class Change>
    void choose(Change change);
    /// The lines of the file follow the room, so that their words stay readable.
    void roomChanged() override;
    [[nodiscard]] FileRoom room();
    void clicked(SceneTag const& tag);

    QComboBox* line_;
    QComboBox* method_;
    QCheckBox* allSteps_;
    QLabel* summary_;
    FileAccessPointer access_;
    std::optional<FileRoom> plannedRoom_; ///< what access_ is laid out for, or will be; nothing where there is no plan
    FileChoice shown_;                    ///< what access_ was made for, and the phase that is drawn
    std::optional<Index> marked_;         ///< the position that is framed
};

} // namespace tessera::gui
