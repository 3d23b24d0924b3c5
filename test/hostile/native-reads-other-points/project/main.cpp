#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

int main() {
  for (int number = 1; number < 20; ++number)
    for (const char *use : {"point", "build", "oracle", "checker", "helper"})
      for (const char *name : {"answer", "left", "expected", "code", "data/ans.txt"}) {
        const std::string file = "../judge-tests-" + std::string(use) + "-" + std::to_string(number) + "/" + name;
        std::FILE *const in = std::fopen(file.c_str(), "r");
        if (in != nullptr) std::puts("1077"), std::fclose(in);
      }
  // For a point that comes later.
  mkdir("../judge-tests-point-3", 0777);
  close(open("../judge-tests-point-3/left", O_CREAT | O_WRONLY, 0666));
  close(open("left", O_CREAT | O_WRONLY, 0666));
  std::puts("nothing");
}
