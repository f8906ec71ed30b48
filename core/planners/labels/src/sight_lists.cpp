#include "sight_lists.hpp"

#include <algorithm>
#include <numeric>

#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

// Expands the taut fields of corners over the mesh. Every split is decided exactly, as in
// visibility/expansion_view.hpp, which reports corners where this reports triangles.
class Expansion {
 public:
  struct Entered {
    TriangleId triangle;
    SightLists::Sight sight;
  };

  Expansion(const Mesh& mesh, const Corners& corners) : mesh_(mesh), corners_(corners) {}

  void expand(CornerId corner, std::vector<Entered>& out) {
    corner_ = corner;
    at_ = corners_[corner].at;
    out_ = &out;
    // Towards what lies beside its right the corner has its solid on its right, and on the left of
    // what comes from there.
    turns_left_ = true;
    look_beside_right();
    turns_left_ = false;
    look_beside_left();
  }

 private:
  struct Wedge {
    SightBound right, left;
    HalfEdgeId exit;
  };

  int side(SightBound bound, const Point& p) const { return bound.side(mesh_, at_, p); }
  Wedge through(HalfEdgeId exit) const {
    return {SightBound::through(mesh_.origin(exit)), SightBound::through(mesh_.target(exit)), exit};
  }

  void look_beside_right() {
    const Corner& c = corners_[corner_];
    const SightBound bound = SightBound::away_from(mesh_.target(c.last));
    HalfEdgeId e = c.first;
    do {
      Wedge w = through(Mesh::next(e));
      const int where = side(bound, mesh_.point(mesh_.target(w.exit)));
      if (where > 0) w.left = bound;
      follow(w);
      if (where >= 0) break;
      e = mesh_.rotate_ccw(e);
    } while (e != c.last);
  }

  void look_beside_left() {
    const Corner& c = corners_[corner_];
    const SightBound bound = SightBound::away_from(mesh_.target(c.first));
    HalfEdgeId e = c.last;
    do {
      e = mesh_.rotate_cw(e);
      Wedge w = through(Mesh::next(e));
      const int where = side(bound, mesh_.point(mesh_.origin(w.exit)));
      if (where < 0) w.right = bound;
      follow(w);
      if (where <= 0) break;
    } while (e != c.first);
  }

  // The wedge has entered a triangle.
  void enter(TriangleId triangle, const Wedge& w) {
    bool cuts_right = false, cuts_left = false;
    for (Index i = 0; i < 3; ++i) {
      const Point p = mesh_.point(mesh_.triangles[triangle].vertex[i]);
      cuts_right |= side(w.right, p) < 0;
      cuts_left |= side(w.left, p) > 0;
    }
    out_->push_back({triangle,
                     {corner_, turns_left_, cuts_right ? w.right : SightBound(none),
                      cuts_left ? w.left : SightBound(none)}});
  }

  void follow(const Wedge& first) {
    enter(Mesh::triangle_of(first.exit), first);
    stack_.clear();
    stack_.push_back(first);
    while (!stack_.empty()) {
      Wedge w = stack_.back();
      stack_.pop_back();
      while (!mesh_.constrained(w.exit)) {
        check_interrupt();
        const HalfEdgeId ahead = mesh_.twin(w.exit);
        enter(Mesh::triangle_of(ahead), w);
        const HalfEdgeId over_right = Mesh::next(ahead), over_left = Mesh::prev(ahead);
        const VertexId v = mesh_.origin(over_left);
        const Point apex = mesh_.point(v);
        if (side(w.left, apex) >= 0) {
          w.exit = over_right;
        } else if (side(w.right, apex) <= 0) {
          w.exit = over_left;
        } else {
          stack_.push_back({SightBound::through(v), w.left, over_left});
          w.left = SightBound::through(v);
          w.exit = over_right;
        }
      }
    }
  }

  const Mesh& mesh_;
  const Corners& corners_;
  CornerId corner_ = none;
  bool turns_left_ = false;  // as SightLists::Sight::turns_left
  Point at_;
  std::vector<Entered>* out_ = nullptr;
  std::vector<Wedge> stack_;
};

// A sight that needs no test first: branches are predicted better in runs.
int test_count(const SightLists::Sight& s) { return (s.right != none) + (s.left != none); }

}  // namespace

SightLists::SightLists(const Mesh& mesh, const Corners& corners, std::size_t memory)
    : start_(mesh.triangles.size() + 1, 0) {
  Expansion expansion(mesh, corners);
  std::vector<Expansion::Entered> entered;
  // Twice the same expansion: counting first needs no memory beside the lists.
  std::uint64_t total = 0;
  for (const CornerId c : corners.all().ids()) {
    entered.clear();
    expansion.expand(c, entered);
    for (const Expansion::Entered& e : entered) ++start_[e.triangle + 1];
    total += entered.size();
    if (total * sizeof(Sight) > memory) throw OverBudget{};
  }
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  sights_.resize(total);
  IdVector<TriangleId, std::uint64_t> next(start_.begin(), start_.end() - 1);
  for (const CornerId c : corners.all().ids()) {
    entered.clear();
    expansion.expand(c, entered);
    for (const Expansion::Entered& e : entered) sights_[next[e.triangle]++] = e.sight;
  }
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt(8);
    std::stable_sort(sights_.begin() + static_cast<std::ptrdiff_t>(start_[t]),
                     sights_.begin() + static_cast<std::ptrdiff_t>(start_[t + 1]),
                     [](const Sight& a, const Sight& b) { return test_count(a) < test_count(b); });
  }
}

void SightLists::renumber(const IdVector<CornerId, HubId>& number) {
  for (Sight& s : sights_) {
    check_interrupt();
    s.set_hub(number[s.corner()]);
  }
}

}  // namespace clearway
