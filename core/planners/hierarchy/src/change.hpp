// Changes of a hierarchy that complete or leave it empty. Private to the search module.
#pragma once

#include "clearway/planners/hierarchy.hpp"

namespace clearway {

// Stands in every function that changes a hierarchy, which consists of too many parts to take a
// change back: unless done() is called, the hierarchy is emptied at the end of the scope
// (Hierarchy::is_lost).
class Hierarchy::Change {
 public:
  explicit Change(Hierarchy& hierarchy) : hierarchy_(hierarchy) {}
  ~Change() {
    if (!is_done_) hierarchy_.reset();
  }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;
  void done() { is_done_ = true; }

 private:
  Hierarchy& hierarchy_;
  bool is_done_ = false;
};

}  // namespace clearway
