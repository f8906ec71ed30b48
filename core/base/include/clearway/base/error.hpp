// The exceptions of the core. bindings/errors.cpp maps each to its Python class.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace clearway {

// The caller's data is malformed. Thrown before anything has changed. `index` is the position of
// the invalid element in the given array, or -1.
class InvalidInput : public std::invalid_argument {
 public:
  explicit InvalidInput(const std::string& what, std::int64_t index = -1)
      : std::invalid_argument(what), index(index) {}
  std::int64_t index;
};

// No obstacle has this handle.
class UnknownHandle : public InvalidInput {
 public:
  UnknownHandle(std::int64_t handle, std::int64_t index)
      : InvalidInput("no obstacle has the handle " + std::to_string(handle), index),
        handle(handle) {}
  std::int64_t handle;
};

// The call is valid but not possible now, or no longer possible in this process. The message gives
// the reason.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An invariant of the library is broken: a bug in Clearway, never the caller's fault.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace clearway
