// The funnels of fronts for a disc.
//
// A funnel begins at a root. Corners that the path touches between the root and the apex may yet
// fall slack: circles of corners to come reach back over the portals before them. One of them
// becomes the root when it is touched by the paths to both ends of the part of the portal that the
// disc's centre can cross, hence by all between; the way there is then pulled tight once, which
// also finds the corners outside of the channel that it has to go round.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/path/path.hpp"
#include "funnel/circle_funnel.hpp"
#include "roots.hpp"

namespace clearway {

class DiscFronts {
 public:
  void begin(const Mesh& mesh, const Point& start, const Point& goal, double radius);

  // As in point.hpp. False: the funnel gives up; it is lost, and with it those of all
  // fronts behind.
  bool extend(Index parent, HalfEdgeId portal, HalfEdgeId parent_portal);
  void lose() { has_funnel_ = false; }
  bool has_funnel() const { return has_funnel_; }
  // 0 where it is not known: next to the goal.
  double reach(const Point& goal);
  double least() const;
  // pull(place): the shortest path through the channel up to a place on the portal, or null.
  template <class Pull>
  void settle(Pull pull) {
    Settling s;
    if (funnel_.path.size() < 2 || !find_touched(s)) return;
    if (const std::vector<Segment>* path = pull(s.place)) settle(s, *path);
  }
  bool is_beaten();
  bool is_dead(Index front) const { return roots_.is_dead(fronts_[front].root); }
  Index keep();

 private:
  using Contact = disc_funnel::Contact;
  struct Front {
    double normal;  // lift of the direction across the portal
    Index root;
    std::uint32_t at;
    std::uint16_t path, left, right;  // contacts from the root on; of the chains
    Index next;                       // at the same portal
  };
  struct Settling {
    std::size_t contact;  // of the path
    disc_funnel::Heading leave;
    Point place;
  };
  bool probe(const Point& place);
  double length_of_probe() const;
  bool find_touched(Settling& s);
  void settle(const Settling& s, const std::vector<Segment>& path);
  bool is_equal(const Front& front) const;

  const Mesh* mesh_ = nullptr;
  Point start_{}, goal_{};
  double r_ = 0.0;
  FrontRoots roots_;
  std::vector<Front> fronts_;
  std::vector<Contact> contacts_;             // of all funnels
  IdVector<HalfEdgeId, Index> at_portal_;     // the front that reached it last
  disc_funnel::CircleFunnel funnel_, probe_;  // the one loaded; with a place behind it
  double normal_ = 0.0;
  Index root_ = 0;
  HalfEdgeId portal_ = none;
  bool has_funnel_ = false;
};

}  // namespace clearway
