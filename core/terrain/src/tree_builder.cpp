#include "tree_builder.hpp"

#include <algorithm>

#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/corners.hpp"
#include "portal_sum.hpp"

namespace clearway {

namespace {

class TreeBuilder {
 public:
  TreeBuilder(const World& world, AbstractionTables& tables)
      : world_(world), mesh_(world.mesh()), t_(tables), id_(tables.new_dead_end()) {
    tree_.first = static_cast<Index>(t_.path.size());
  }

  void build_rooted(HalfEdgeId portal) {
    tree_.root = Mesh::triangle_of(portal);
    tree_.portal = portal;
    tree_.width = world_.width(portal);
    tree_.narrow = portal;
    if (const auto [width, corner] = world_.clearance().shut(portal); width < tree_.width) {
      tree_.width = width;
      tree_.narrow = corner;
      tree_.is_gate = true;
    }
    const HalfEdgeId in = mesh_.twin(portal);
    add(Mesh::triangle_of(in), in);
    t_.link(in) = {tree_.root, portal, world_.width(portal)};
    grow();
  }

  void build_unrooted(TriangleId first) {
    tree_.label = t_.new_label();
    add(first, none);
    grow();
  }

 private:
  void add(TriangleId triangle, HalfEdgeId back) {
    t_.back[triangle] = back;
    t_.position[triangle] = static_cast<Index>(t_.path.size()) - tree_.first;
    t_.set_structure(triangle, id_);
    t_.path.push_back({triangle, back, none});
  }

  // Breadth first; the tree's part of `path` is the queue.
  void grow() {
    for (std::size_t i = tree_.first; i < t_.path.size(); ++i) {
      check_interrupt();
      const TriangleId t = t_.path[i].triangle;
      const HalfEdgeId back = t_.back[t];
      for (Index k = 0; k < 3; ++k) {
        const HalfEdgeId out = Mesh::half_edge(t, k);
        if (out == back || mesh_.constrained(out)) continue;
        const HalfEdgeId in = mesh_.twin(out);
        add(Mesh::triangle_of(in), in);
        if (tree_.root != none) link(back, out, in);
      }
    }
    tree_.count = static_cast<Index>(t_.path.size()) - tree_.first;
    t_.dead_ends[id_] = tree_;
  }

  // The link of a child, entered by `in`, from that of its parent, which it leaves by `out`.
  void link(HalfEdgeId back, HalfEdgeId out, HalfEdgeId in) {
    const Link& parent = t_.link(back);
    const double width = world_.clearance().around(corner_between(back, out));
    t_.link(in) = {tree_.root, tree_.portal, std::min(parent.choke, width),
                   parent.angle + angle_between(mesh_, back, out),
                   std::max(parent.length, portal_gap(mesh_, out, tree_.portal))};
  }

  const World& world_;
  const Mesh& mesh_;
  AbstractionTables& t_;
  const StructureId id_;
  DeadEnd tree_;
};

}  // namespace

void build_tree(const World& world, AbstractionTables& tables, HalfEdgeId portal) {
  TreeBuilder(world, tables).build_rooted(portal);
}

void build_unrooted_tree(const World& world, AbstractionTables& tables, TriangleId first) {
  TreeBuilder(world, tables).build_unrooted(first);
}

void build_side_tree(const World& world, AbstractionTables& tables, const Step& step) {
  const Mesh& mesh = world.mesh();
  const HalfEdgeId portal =
      Mesh::half_edge(step.triangle, 3 - Mesh::side_of(step.back) - Mesh::side_of(step.ahead));
  if (mesh.constrained(portal)) return;
  if (tables.structure_of(Mesh::triangle_of(mesh.twin(portal))) == none)
    build_tree(world, tables, portal);
}

}  // namespace clearway
