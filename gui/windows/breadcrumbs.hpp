// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the selection as one line: "A(15) . 2 -> 0 . step 2 . link 2-0".
#pragma once

#include "gui/panels/panel_kind.hpp"

#include <QHBoxLayout>
#include <QToolButton>
#include <QWidget>
#include <vector>

namespace tessera::gui {

/// Each part is a button that brings its view to the front. A message also shows the step that carries it, and the first link of
/// its path.
class Breadcrumbs final : public QWidget {
    Q_OBJECT
  public:
    explicit Breadcrumbs(Session& session, QWidget* parent = nullptr);
    /// Returns the texts of the visible buttons, from the left.
    [[nodiscard]] QStringList words() const;
    [[nodiscard]] QToolButton* crumb(int place) { return buttons_[as_size(place)]; }

  signals:
    void wanted(tessera::gui::View view);

  private:
    /// One button: its text, the view that it shows, and what it selects in addition.
    struct Crumb {
        QString words;
        View view = nullptr;
        std::optional<int> step = {};
        std::optional<int> link = {};
    };
    void show();
    void follow(Crumb const& crumb);
    [[nodiscard]] std::vector<Crumb> crumbs() const;
    void addWay(std::vector<Crumb>& all, Selection::Pair message) const;

    Session& session_;
    QHBoxLayout* row_;
    std::vector<QToolButton*> buttons_;
    std::vector<Crumb> shown_;
};

} // namespace tessera::gui
