// Makes contacts of the search for discs roots, if they are legal and needed.
#pragma once

#include "corners.hpp"
#include "tangent_cache.hpp"
#include "tree.hpp"

namespace clearway {

class DiscContactRoots {
 public:
  DiscContactRoots(const Mesh& mesh, const DiscQuery& query, DiscCorners& corners, DiscRoots& roots)
      : mesh_(mesh), query_(query), corners_(corners), roots_(roots) {}

  // After an edit, or for another radius.
  void forget() {
    tangents_.forget();
    illegal_ = 0;
  }
  // Makes the contact a root. Returns none if another root is cheaper from there on, or the tangent
  // to the contact is not legal.
  DiscRootId make_root(const DiscNode& contact);

 private:
  bool is_legal(const DiscNode& contact, const Point& end, HalfEdgeId near, bool is_isolated) const;

  const Mesh& mesh_;
  const DiscQuery& query_;
  DiscCorners& corners_;
  DiscRoots& roots_;
  TangentCache tangents_;
  std::uint64_t illegal_ = 0;  // tangents that proved illegal
};

}  // namespace clearway
