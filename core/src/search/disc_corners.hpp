// Corners as discs meet them: where they can be touched, and which can be touched through
// a side of the mesh. Found when asked for and kept while the world and the radius stay.
#pragma once

#include <vector>

#include "../geometry/disc_geometry.hpp"
#include "clearway/mesh/world.hpp"

namespace clearway {

class DiscCorners {
 public:
  explicit DiscCorners(const World& world) : world_(world), mesh_(world.mesh()) {}
  void begin(double radius, double slack);

  // False: no disc can roll around this vertex.
  bool can_roll(Index vertex) { return corner(vertex).kind != Corner::never; }
  // Whether a disc can touch the vertex from there, the center in this direction from it.
  bool can_touch(Index vertex, const Vector& outwards);

  // False: it can from no place that a line with its direction between low and high reaches,
  // the vertex on its left (side +1) or right.
  bool may_touch(Index vertex, int side, const Vector& low, const Vector& high);

  // For a post no shortest path turns around it by more than this angle; for other corners
  // infinity. `ends`: no end of the path is nearer to the vertex.
  double most_turn(Index vertex, double ends);

  // Whether there is any for the next.
  bool is_any_behind(Index exit) {
    if (hidden_[exit] != hidden_stamp_ && hidden_[exit] != hidden_stamp_ + 1) find_hidden(exit);
    return hidden_[exit] != hidden_stamp_;
  }
  // Calls visit(vertex) for each corner beyond the side `exit` that a disc can touch with
  // its center still before it.
  template <class Visit>
  void for_each_behind(Index exit, Visit visit) {
    if (hidden_[exit] == hidden_stamp_) return;
    if (hidden_[exit] != hidden_stamp_ + 1) {
      find_hidden(exit);
      if (hidden_[exit] == hidden_stamp_) return;
    }
    for (Index i = first_[exit]; i != none; i = behind_[i].next) visit(behind_[i].vertex);
  }

 private:
  // A disc must lie behind both sides of the vertex that bound its one sector wider than
  // half a turn.
  struct Corner {
    enum Kind : std::uint8_t { post, edge, never } kind;
    std::uint32_t stamp;
    Index first, last;
    double room;  // of posts: nothing else is nearer
  };
  struct Behind {
    Index vertex, next;
  };
  Point at(Index v) const { return mesh_.point(v); }
  const Corner& corner(Index vertex);
  void find_hidden(Index exit);
  double room_of(Index spoke);

  const World& world_;
  const Mesh& mesh_;
  double r_ = 0.0, slack_ = 0.0;
  std::uint64_t version_ = ~std::uint64_t{0};
  std::vector<Corner> corners_;  // by vertex
  std::uint32_t stamp_ = 0;
  // By half-edge: hidden_stamp_ when nothing hides behind it, one more when a list in
  // behind_ says what. Small, as every wedge looks there.
  std::vector<std::uint16_t> hidden_;
  std::vector<Index> first_;
  std::vector<Behind> behind_;
  std::uint16_t hidden_stamp_ = 0;  // even
  std::vector<Index> queue_, sides_;
};

}  // namespace clearway
