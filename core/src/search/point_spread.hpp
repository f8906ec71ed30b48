// The optimal search for points: wedges of sight through edges of the mesh, in the manner
// of Polyanya (Cui, Harabor and Grastien 2017), every side decided exactly.
//
// A wedge is bounded by two rays from a root, where the path last bent. It runs on over the
// mesh by itself as long as it meets no corner inside it; where it does it parts, and both
// halves queue. A corner that bounds a wedge may become the next root: that waits in the
// queue too, and what can be seen from there is looked at when its turn comes.
#pragma once

#include <limits>
#include <vector>

#include "queue.hpp"
#include "sight.hpp"
#include "spread.hpp"

namespace clearway {

class PointSpread final : public Spread {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

 public:
  explicit PointSpread(const World& world) : world_(world), mesh_(world.mesh()) {}

  void begin(const Point& start, const Location& from, double radius, Goals& goals,
             SearchStats& stats) override;
  double go(std::size_t open, std::uint64_t limit) override;
  bool settle_known() override;
  void hurry() override;
  double length(Index goal) const override;
  void write(Index goal, const Point& start, Path& path) const override;

 private:
  // Where the path last bent.
  struct Root {
    Point at;
    double cost;   // from the start
    Index parent;  // root before; none for the start
    Index vertex;  // none for the start
  };

  // wedge: between the rays from the root through the vertices `left` and `right`, seen
  // through the edge `ahead`, a half-edge of the triangle not yet entered: its origin is
  // the left end. The root's own vertex stands for the ray on which the path came to it.
  // bend: around the vertex `left`. goal: straight to the goal number `left`.
  struct Node {
    enum Kind : std::uint8_t { wedge, bend_left, bend_right, goal };
    Index left, right, ahead, root, parent;
    Kind kind;
    bool is_left_on, is_right_on;  // whether the rays run through the ends of `ahead`
  };

  struct Best {
    double cost;  // as a root
    double seen;  // straight from some root: a root may yet come cheaper
    std::uint32_t query;
    std::uint32_t simple;  // twice the version's stamp, plus 1 if it has one free sector only
  };

  Point at(Index v) const { return mesh_.point(v); }
  Ray ray(const Root& root, Index v) const {
    return v == root.vertex ? Ray{roots_[root.parent].at, root.at} : Ray{root.at, at(v)};
  }
  Best& best(Index v) {
    Best& b = best_[v];
    if (b.query != query_) b = {infinity, infinity, query_, b.simple};
    return b;
  }
  bool is_simple(Index v);
  void note(Index v, double cost) {
    if (Best& b = best(v); cost < b.seen) b.seen = cost;
  }
  bool is_rival(const Root& root, Index end, const Point& at_end) const;
  bool is_dominated(const Root& root, Index end, const Point& at_end, const Point& far);
  void push(const Node& node, double f);
  void run(Index node);
  void see(Node node, const Sight& sight);
  void see_goals(const Ray& left, const Ray& right, Index triangle, Index root, Index parent);
  void push_bend(Index corner, Node::Kind kind, Index ahead, Index root, Index parent);
  void bend(Index node);
  bool is_held(Index corner, const Ray& arrival, int side) const;
  bool is_dead_end(Index ahead) const {
    return mesh_.constrained(Mesh::next(ahead)) && mesh_.constrained(Mesh::prev(ahead)) &&
           !goals_->are_in(Mesh::triangle_of(ahead));
  }
  void follow_run(const Node& node, Index last, std::vector<Index>& channel) const;
  void follow_fan(Index corner, Index last, std::vector<Index>& channel) const;

  const World& world_;
  const Mesh& mesh_;
  Goals* goals_ = nullptr;
  SearchStats* stats_ = nullptr;
  bool has_many_ = false;  // goals
  double weight_ = 1.0;
  double known_ = 0.0;  // length of the best path so far to the only goal
  Index known_node_ = none;
  std::vector<Best> best_;  // by vertex
  std::uint32_t query_ = 0, stamp_ = 0;
  std::uint64_t version_ = ~std::uint64_t{0};
  std::vector<Root> roots_;
  std::vector<Node> nodes_;
  Queue queue_;
};

}  // namespace clearway
