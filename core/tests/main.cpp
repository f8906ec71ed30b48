#include <cstring>

#include "check.hpp"

int main(int argc, char** argv) {
  int passed = 0, failed = 0;
  for (const check::Test& test : check::tests()) {
    if (argc > 1 && std::strstr(test.name, argv[1]) == nullptr) continue;
    check::failures = 0;
    test.run();
    if (check::failures == 0) {
      ++passed;
    } else {
      ++failed;
      std::printf("FAILED %s (%d checks)\n", test.name, check::failures);
    }
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
