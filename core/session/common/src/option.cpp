#include "clearway/session/option.hpp"

#include <cmath>
#include <sstream>

#include "base/infinity.hpp"
#include "clearway/base/error.hpp"

namespace clearway {

namespace {

std::string text(double value) {
  std::ostringstream out;
  out.precision(10);
  out << value;
  return out.str();
}

}  // namespace

std::string OptionSpec::range() const {
  if (type == Type::flag) return "True or False";
  const std::string kind = type == Type::whole ? "a whole number" : "a number";
  if (most < infinity) return kind + " from " + text(least) + " to " + text(most);
  if (type == Type::whole) return kind + " above " + text(least - 1);
  return kind + (is_open ? " above " : " from ") + text(least) + (is_open ? "" : " upwards");
}

void OptionSpec::check(double value) const {
  const bool is_whole = value == std::floor(value);  // infinity too
  const bool is_in_range = value >= least && value <= most && !(is_open && value == least);
  if (!is_in_range || (type != Type::number && !is_whole))
    throw InvalidInput(std::string(name) + " is " + text(value) + ": " + range());
}

}  // namespace clearway
