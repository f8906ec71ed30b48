// Watched paths: finds those that an edit has blocked, through the triangles that the edit changed
// (Bhatena 2014, 6.2, made exact).
//
// A path is indexed by every triangle that its disc passes over. An edit checks only the paths
// indexed by removed triangles, and those only against the added obstacles: a path that was legal
// stays legal unless one of these blocks it. A blocked path is a suspect until reports are taken,
// and is then checked again, against everything added since.
//
// When memory runs out or an interrupt arrives, no watch and no report is lost: add(), remove(),
// advance() and reports() then have changed nothing; after edited() every path is a suspect of
// every obstacle.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

enum class PathState : std::uint8_t;

class Watches {
 public:
  using Id = std::int64_t;

  enum class Reason : std::uint8_t {
    blocked = 0,  // an obstacle blocks the rest of the path
    inside = 1,   // the disc does not fit at its current position
    shorter = 2   // obstacles were removed, and a shorter path may have opened
  };

  struct Report {
    Id id;
    Reason reason;
    Point position;  // the current position of the disc
    Point free;      // the nearest point where it fits (snap()); NaN: none
  };

  // Watches the path. `shorter`: report also when an edit may have opened a shorter path. Ids are
  // never reused. `version`: the world's version when the path was found; an older path is checked
  // against all obstacles when reports are taken. `continues`: pending reports of that watch become
  // reports of this one too.
  Id add(const World& world, std::vector<Segment> path, const Point& position, double radius,
         bool shorter, std::uint64_t version, Id continues = -1);
  void remove(Id id);  // unknown ids are ignored
  // Sets the distance of the disc along its path, from the beginning; the part behind it no longer
  // matters. Negative counts as 0; beyond the end, the disc is at the end.
  void advance(Id id, double distance);  // unknown ids are ignored

  // Must be called after every edit of the world, with the obstacles it removed, as they were, and
  // the handles it added. Cost: the paths indexed by removed triangles, times the added obstacles;
  // and, if something was removed, one test for each path watched with `shorter`.
  void edited(const World& world, const Obstacles& removed, std::span<const Handle> added);

  // The current effect of the edits since the last accepted report, by id: a path that one edit
  // blocked and another one freed is not reported. Reports are repeated until they are accepted.
  struct Reports {
    std::vector<Report> list;
    std::uint64_t serial = 0;
  };
  Reports reports(const World& world);
  // Marks these as received. False: something has changed since, and they must be requested again.
  // A path reported as blocked or inside is no longer watched; `shorter` may be reported again.
  bool accept(std::uint64_t serial) noexcept;

  bool contains(Id id) const { return watches_.contains(id); }
  std::size_t size() const { return watches_.size(); }

 private:
  struct Watch {
    std::vector<Segment> path;      // the rest of it
    std::vector<TriangleId> filed;  // triangles that index it, ascending
    Point position;
    Point from;                   // where the first segment of `path` began before it was cut
    double passed = 0;            // length cut off the path
    double radius = 0, left = 0;  // left: length of `path`
    bool shorter = false;
    bool opened = false;         // `shorter` is to be reported
    std::size_t suspect = none;  // since this index of added_, and not in the index; none: legal
    bool is_stale = false;       // a suspect of every obstacle
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
  };
  // A watch that was reported on, for accept().
  struct Checked {
    Id id;
    PathState state;
  };
  void file(Id id, Watch& watch, const World& world, const std::vector<TriangleId>& emptied);
  void unfile(Id id, const Watch& watch) noexcept;
  void note_edit(const World& world, const Obstacles& removed, std::span<const Handle> added);
  void suspect_all();
  static PathState check(const World& world, const Watch& watch, std::span<const Handle> added);

  Id next_ = 0;
  std::unordered_map<Id, Watch> watches_;
  std::unordered_map<TriangleId, std::vector<Id>> by_triangle_;
  std::vector<Id> pending_;    // watches with something to report; some may have been removed
  std::vector<Handle> added_;  // added since there are suspects, with repetitions
  std::size_t suspects_ = 0;
  std::vector<Checked> checked_;  // of the last reports()
  std::uint64_t serial_ = 0;      // grows with every change: reports made before it are outdated
  bool is_lost_ = false;          // by_triangle_ and suspects are invalid
};

}  // namespace clearway
