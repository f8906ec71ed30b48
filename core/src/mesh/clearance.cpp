#include "clearway/mesh/clearance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "clearway/error.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "gates.hpp"

namespace clearway {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A step between doubles as large as the run's coordinates.
double step_of(const Point& a, const Point& b) {
  const double size =
      std::max({std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y), min_coordinate});
  return std::nextafter(size, infinity) - size;
}

// The place of a refinement vertex near the foot, as a function of the run alone: on the
// straight line if a double is, else on the blocked side, so that the wall grows no bump
// on which a disc or a ray along it would stop.
Point place(const Point& foot, const Point& from, const Point& to, bool left_free,
            bool right_free) {
  const int bad = left_free == right_free ? 0 : left_free ? 1 : -1;
  const int side = orientation(from, to, foot);
  if (side == 0) return foot;
  Point best = foot;
  double best_off = side == bad ? infinity : 2.0;  // in steps; the line is worth a few
  const double step = step_of(from, to);
  for (int i = -2; i <= 2; ++i) {
    for (int j = -2; j <= 2; ++j) {
      const Point p{foot.x + i * step, foot.y + j * step};
      const int o = orientation(from, to, p);
      if (o == bad && bad != 0) continue;
      const double off = std::hypot(i, j) + (o == 0 ? 0.0 : 2.0);
      if (off < best_off && direction(from, to, p) > 0 && direction(to, from, p) > 0)
        best = p, best_off = off;
    }
  }
  return best;
}

struct Plan {
  Index from, to;
  std::vector<Point> feet;
};

// A half-edge of the run from one vertex to the other, or none when there is no such run.
Index find_run(const Triangulation& t, Index from, Index to) {
  const Mesh& mesh = t.mesh;
  for (const Index v : {from, to})
    if (v >= mesh.vertices.size() || !mesh.is_live_vertex(v) || mesh.is_refinement(v)) return none;
  const Index first = mesh.vertices[from].edge;
  Index e = first;
  do {
    if (mesh.constrained(e)) {
      Index last = e;
      for (std::size_t n = t.refinements(); n > 0 && mesh.is_refinement(mesh.target(last)); --n)
        last = mesh.twin(t.before(mesh.twin(last)));
      if (mesh.target(last) == to) return e;
    }
    e = mesh.rotate_ccw(e);
  } while (e != first && e != none);
  return none;
}

// Rounds of repair. The second one refreshes what the first one's vertices have touched. More
// are a matter of rounding: then what nearly has its place stays, and at last nothing is
// taken away any more, so that it ends.
constexpr int exact_rounds = 2, calm_rounds = 6, most_rounds = 30;

// Gives the run the refinement vertices of the plan and no others.
void carry_out(Triangulation& t, GateFinder& finder, const Plan& plan, int round) {
  const bool keep = round >= calm_rounds;
  const Mesh& mesh = t.mesh;
  const Index found = find_run(t, plan.from, plan.to);
  if (found == none) return;
  Run run;
  finder.begin();
  finder.run(found, run);
  const Point from = mesh.point(run.from), to = mesh.point(run.to);
  const bool left = mesh.is_free(found >> 2), right = mesh.is_free(mesh.twin(found) >> 2);
  std::vector<Point> wanted;
  for (const Point& foot : plan.feet) wanted.push_back(place(foot, from, to, left, right));
  std::sort(wanted.begin(), wanted.end(), before);
  std::vector<char> there(wanted.size(), 0);
  std::vector<Index> spare;
  for (std::size_t i = 1; i < run.edges.size(); ++i) {
    const Index v = mesh.origin(run.edges[i]);
    const auto at = std::lower_bound(wanted.begin(), wanted.end(), mesh.point(v), before);
    if (at == wanted.end() || *at != mesh.point(v))
      spare.push_back(v);
    else
      there[static_cast<std::size_t>(at - wanted.begin())] = 1;
  }
  std::size_t missing = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (!there[i]) wanted[missing++] = wanted[i];
  wanted.resize(missing);
  const double step = step_of(from, to);
  std::sort(wanted.begin(), wanted.end(), [&](const Point& p, const Point& q) {
    return (p.x - q.x) * (to.x - from.x) + (p.y - q.y) * (to.y - from.y) < 0;
  });
  Index last = plan.from;             // a vertex of the run, before the next place
  const auto onward = [&](Index v) {  // the run's half-edge that leaves v towards its end
    if (v == plan.from) return find_run(t, plan.from, plan.to);
    Index e = mesh.vertices[v].edge;
    while (!mesh.constrained(e) || direction(mesh.point(v), to, mesh.point(mesh.target(e))) <= 0) {
      e = mesh.rotate_ccw(e);
      if (e == mesh.vertices[v].edge) return none;
    }
    return e;
  };
  const auto split = [&](const Point& p) {
    Index e = onward(last);
    std::size_t most = t.refinements() + 1;  // places within rounding can lead in a circle
    while (e != none && mesh.target(e) != plan.to &&
           direction(mesh.point(mesh.target(e)), to, p) > 0) {
      if (most-- == 0) return false;
      last = mesh.target(e);
      e = onward(last);
    }
    const Index v = e == none ? none : t.refine(e, p);
    if (v != none) last = v;
    return v != none;
  };
  for (const Point& p : wanted) {
    // What has nearly the same place, and took it for want of this one, may stay.
    const auto near = std::find_if(spare.begin(), spare.end(), [&](Index v) {
      const Point q = mesh.point(v);
      return std::max(std::abs(p.x - q.x), std::abs(p.y - q.y)) <= 8 * step;
    });
    if (near != spare.end()) {
      const Index v = *near;
      spare.erase(near);
      if (round >= exact_rounds) continue;
      if (last == v) last = plan.from;
      t.retract(v);
      t.settle();
    }
    bool done = split(p);
    for (int ring = 1; ring <= 3 && !done; ++ring)
      for (int i = -ring; i <= ring && !done; ++i)
        for (int j = -ring; j <= ring && !done; ++j)
          if (std::max(std::abs(i), std::abs(j)) == ring)
            done = split({p.x + i * step, p.y + j * step});
  }
  if (keep || spare.empty()) return;
  for (const Index v : spare) t.retract(v);
  t.settle();
}

}  // namespace

void Clearance::watch(Index triangle, Index from, Index to) {
  Index length = 0;
  for (Index n = watches_[triangle]; n != none; n = pool_[n].next, ++length)
    if (pool_[n].from == from && pool_[n].to == to) return;
  Index n = free_;
  if (n == none) {
    n = static_cast<Index>(pool_.size());
    pool_.push_back({});
  } else {
    free_ = pool_[n].next;
  }
  pool_[n] = {from, to, watches_[triangle]};
  watches_[triangle] = n;
}

void Clearance::update(Triangulation& t) {
  const Mesh& mesh = t.mesh;
  GateFinder finder(t, limit_, scratch_);
  std::vector<Plan> plans;
  struct Dirty {
    Index from, to, edge;
    bool operator<(const Dirty& o) const { return from != o.from ? from < o.from : to < o.to; }
    bool operator==(const Dirty& o) const { return from == o.from && to == o.to; }
  };
  std::vector<Dirty> dirty;
  Run run;
  std::size_t done = 0;
  for (int round = 0; limit_ > 0 && done < t.touched().size() && round < most_rounds; ++round) {
    watches_.resize(mesh.triangles.size(), none);
    finder.begin();
    dirty.clear();
    bool repeated = false;
    const auto add = [&](Index from, Index to, Index edge) {
      dirty.push_back({std::min(from, to), std::max(from, to), edge});
    };
    for (; done < t.touched().size(); ++done) {
      const Index triangle = t.touched()[done].triangle;
      for (Index n = watches_[triangle]; n != none;) {
        const Index next = pool_[n].next;
        add(pool_[n].from, pool_[n].to, none);
        repeated = true;
        pool_[n].next = free_;
        free_ = n;
        n = next;
      }
      watches_[triangle] = none;
      if (!mesh.is_live(triangle)) continue;
      for (Index i = 0; i < 3; ++i) {
        const Index e = Mesh::half_edge(triangle, i);
        if (!mesh.constrained(e)) continue;
        const Index twin = mesh.twin(e);
        if (twin < e && t.touched_in_phase(twin >> 2)) continue;
        if (!mesh.is_free(triangle) && !mesh.is_free(twin >> 2)) continue;
        finder.run(e, run);
        if (mesh.is_refinement(run.from) || mesh.is_refinement(run.to)) continue;
        repeated = repeated || run.edges.size() > 1;
        add(run.from, run.to, e);
      }
    }
    if (repeated) {
      std::sort(dirty.begin(), dirty.end());
      dirty.erase(std::unique(dirty.begin(), dirty.end()), dirty.end());
    }
    t.begin_phase();
    plans.clear();

    for (const auto& [from, to, edge] : dirty) {
      const Index e = edge != none ? edge : find_run(t, from, to);
      if (e == none) continue;
      finder.begin();
      finder.run(e, run);
      std::vector<Point> feet = finder.feet(run);
      for (const Index triangle : finder.reads) watch(triangle, from, to);
      if (!feet.empty() || run.edges.size() > 1) plans.push_back({from, to, std::move(feet)});
    }
    for (const Plan& plan : plans) carry_out(t, finder, plan, round);
  }
  around_.resize(3 * mesh.triangles.size(), -1.0);
  for (const Triangulation::Touch& touched : t.touched())
    if (!touched.again) measure(t, touched.triangle);
}

// --- widths --------------------------------------------------------------------

double Clearance::width(const Triangulation& t, Index e) {
  const Mesh& mesh = t.mesh;
  Index v = mesh.origin(e), f = mesh.target(e);
  if (mesh.is_refinement(v)) std::swap(v, f);
  const Point p = mesh.point(v), q = mesh.point(f);
  const double length = distance_below(p, q);
  if (!mesh.is_refinement(f) || mesh.is_refinement(v)) return length;
  Index along = mesh.vertices[f].edge;
  while (!mesh.constrained(along)) along = mesh.rotate_ccw(along);
  const auto [from, to] = t.straight(along);
  const Point foot = nearest_on_segment(from, to, p);
  const double near = 8 * step_of(from, to);
  if (std::abs(foot.x - q.x) > near || std::abs(foot.y - q.y) > near) return length;
  return distance_below(p, from, to);
}

double Clearance::height(const Triangulation& t, Index e) {
  const Mesh& mesh = t.mesh;
  const Point p = mesh.point(mesh.apex(e)), a = mesh.point(mesh.origin(e)),
              b = mesh.point(mesh.target(e));
  if (direction(a, b, p) <= 0 || direction(b, a, p) <= 0) return infinity;
  if (!mesh.is_refinement(mesh.origin(e)) && !mesh.is_refinement(mesh.target(e)))
    return distance_below(p, a, b);
  const auto [from, to] = t.straight(e);
  return distance_below(p, from, to);
}

void Clearance::measure(const Triangulation& t, Index triangle) {
  const Mesh& mesh = t.mesh;
  double* const out = &around_[3 * triangle];
  out[0] = out[1] = out[2] = -1.0;
  if (!mesh.is_live(triangle) || !mesh.is_free(triangle)) return;
  double side[3];  // negative: constrained
  for (Index i = 0; i < 3; ++i) {
    const Index e = Mesh::half_edge(triangle, i);
    side[i] = mesh.constrained(e) ? -1.0 : width(t, e);
  }
  for (Index i = 0; i < 3; ++i) {
    const Index previous = i == 0 ? 2 : i - 1, opposite = i == 2 ? 0 : i + 1;
    if (side[i] < 0 || side[previous] < 0) continue;
    out[i] = std::min(side[i], side[previous]);
    if (side[opposite] < 0)
      out[i] = std::min(out[i], height(t, Mesh::half_edge(triangle, opposite)));
  }
}

std::size_t Clearance::memory() const {
  return around_.capacity() * sizeof(double) + watches_.capacity() * sizeof(Index) +
         pool_.capacity() * sizeof(Watch);
}

void Clearance::validate(const Triangulation& t) const {
  const auto broken = [](const char* what, Index where) {
    throw InternalError("broken invariant: " + std::string(what) + " at " + std::to_string(where));
  };
  const Mesh& mesh = t.mesh;
  Clearance fresh(max_radius());
  fresh.around_.resize(3 * mesh.triangles.size());
  if (around_.size() != fresh.around_.size()) broken("clearances of other triangles", none);
  std::size_t refinements = 0;
  double size = 0;
  for (Index v = frame_vertices; v < mesh.vertices.size(); ++v) {
    if (!mesh.is_live_vertex(v)) continue;
    refinements += mesh.is_refinement(v);
    size = std::max({size, std::abs(mesh.vertices[v].x), std::abs(mesh.vertices[v].y)});
  }
  if (refinements != t.refinements()) broken("wrong count of refinements", none);
  for (Index triangle = 0; triangle < mesh.triangles.size(); ++triangle) {
    if (!mesh.is_live(triangle)) continue;
    fresh.measure(t, triangle);
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(triangle, i);
      const double kept = around(e), now = fresh.around(e);
      // At a refinement vertex the wall as a whole counts, whose far ends may have moved.
      double doubt = 0.0;
      for (const Index v : mesh.triangles[triangle].vertex)
        if (mesh.is_refinement(v)) doubt = 64 * step_of({size, size}, {});
      if (std::abs(kept - now) > doubt) broken("wrong clearance", e);
    }
  }
}

}  // namespace clearway
