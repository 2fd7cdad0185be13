// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a network during a step: messages on their way over links, and the queues before links.
#pragma once

#include "libcore/network/site.hpp"
#include "libcore/network/step_motion.hpp"
#include "libcore/scene/network/link_paths.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// A dot of the picture: a part of a message. It waits between two legs, and also before the first leg after it has left its
/// sender's port.
struct MotionDot {
    std::size_t message = 0; ///< index into StepMotion::messages()
    double leaves = 0;       ///< time at which it leaves its sender's port, counted from the start of the messages
    std::vector<ParcelLeg> legs;
    std::vector<std::size_t> ways;   ///< for each leg, the index into NetworkMotion::ways()
    std::vector<std::size_t> queues; ///< for each leg, the index into NetworkMotion::queues() of the queue before it
};

/// Positions of dots that wait at a vertex before a link: in rows of three, beside the link.
struct MotionQueue {
    int link = 0;
    ScenePoint begin{};
    ScenePoint along{}; ///< unit vector in the direction of the link
    /// The messages that wait here: index into StepMotion::messages(), and index of the link in the message's route.
    std::vector<std::pair<std::size_t, std::size_t>> messages = {};
    [[nodiscard]] ScenePoint place(std::size_t number) const; ///< 0: the next to leave
};
inline constexpr double motion_pitch = 7; ///< distance between waiting dots in pixels
inline constexpr int motion_row = 3;

/// Appearance of a link that carries a share of its capacity.
struct LinkStyle {
    Color color;
    double width = 0; ///< pixels
};
[[nodiscard]] LinkStyle style_of_link(double share);

/// Returns a sentence about the meaning of a dot in this step.
[[nodiscard]] std::string dot_legend(StepMotion const& motion);

/// One step of a schedule, at any moment, in the pixel coordinates of a picture of the network.
class NetworkMotion {
  public:
    /// `picture`: a picture of the network with NetworkCaption::in_motion set, with at most most_drawn_links links. Cost: the hops
    /// of the messages.
    NetworkMotion(StepMotion motion, Schedule const& schedule, Site const& site, Scene const& picture);

    [[nodiscard]] StepMotion const& motion() const { return motion_; }
    [[nodiscard]] std::vector<MotionDot> const& dots() const { return dots_; }
    [[nodiscard]] std::vector<LinkPath> const& ways() const { return ways_; }
    [[nodiscard]] std::vector<MotionQueue> const& queues() const { return queues_; }
    [[nodiscard]] Index dot_bytes() const { return dot_bytes_; } ///< the most bytes that one dot stands for
    [[nodiscard]] Rank sender(MotionDot const& dot) const;
    /// Returns the rectangle of the node that holds the rank at a position.
    [[nodiscard]] SceneRect const& node(int position) const { return nodes_[as_size(position)]; }
    /// Returns the moving parts, to draw over the picture. `time`: since the step began, in seconds (bytes without rates).
    /// `marked`: highlighted links.
    [[nodiscard]] Scene at(double time, std::vector<int> const& marked = {}) const;
    /// Returns the bytes that wait in a queue. `moved`: the time since the messages were started.
    [[nodiscard]] double bytes_waiting(std::size_t queue, double moved) const;

  private:
    void add_dots(std::size_t message, LinkPaths const& ways, Placement const& placement);
    [[nodiscard]] std::size_t queue_before(int link, LinkPath const& way, int node);
    void add_links(Scene& scene, std::vector<LinkMoment> const& moments) const;
    void add_link(Scene& scene, int link, LinkStyle const& look, std::string const& text) const;
    void add_shares(Scene& scene, double moved) const;
    void add_dots_at(Scene& scene, double moved) const;
    using WaitingDots = std::vector<std::pair<double, MotionDot const*>>; // a dot, and the time at which it leaves
    void add_waiting(Scene& scene, std::vector<WaitingDots>& waiting, double moved) const;
    [[nodiscard]] std::string link_text(int link, LinkMoment const& moment) const;

    StepMotion motion_;
    std::shared_ptr<Topology const> topology_;
    std::vector<Rank> ranks_; // one per position
    Index dot_bytes_ = 1;
    std::vector<LinkPath> links_;
    bool shared_ = false; // true: one link for all nodes
    std::vector<SceneRect> vertices_;
    std::vector<SceneRect> nodes_; // one per position
    std::vector<MotionDot> dots_;
    std::vector<LinkPath> ways_;
    std::vector<MotionQueue> queues_;
};

} // namespace tessera
