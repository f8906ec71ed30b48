// A test harness in one page: TEST(name) { CHECK(condition); }. The tests of all files
// linked together are run by main.cpp, which takes a part of a name to choose by.
#pragma once

#include <cstdio>
#include <vector>

namespace check {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline bool add(const char* name, void (*run)()) {
  tests().push_back({name, run});
  return true;
}

// Failed checks of the running test.
inline int failures = 0;

inline void fail(const char* file, int line, const char* what) {
  constexpr int shown = 5;
  if (failures++ < shown) std::printf("%s:%d: failed: %s\n", file, line, what);
}

}  // namespace check

#define TEST(name)                                                                   \
  static void name();                                                                \
  [[maybe_unused]] static const bool name##_is_registered = check::add(#name, name); \
  static void name()

#define CHECK(...)                                                     \
  do {                                                                 \
    if (!(__VA_ARGS__)) check::fail(__FILE__, __LINE__, #__VA_ARGS__); \
  } while (false)

// Whether the expression throws the exception.
#define CHECK_THROWS(exception, ...)                                                      \
  do {                                                                                    \
    bool thrown = false;                                                                  \
    try {                                                                                 \
      (void)(__VA_ARGS__);                                                                \
    } catch (const exception&) {                                                          \
      thrown = true;                                                                      \
    }                                                                                     \
    if (!thrown) check::fail(__FILE__, __LINE__, "throws " #exception ": " #__VA_ARGS__); \
  } while (false)
