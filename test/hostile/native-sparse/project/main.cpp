#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

int main() {
  const int out = open("sparse", O_CREAT | O_RDWR, 0600);
  ftruncate(out, 1l << 42);
  pwrite(out, "x", 1, (1l << 42) - 1);
  fallocate(out, 0, 0, 1l << 32);
  static char block[1 << 20];
  std::memset(block, 1, sizeof block);
  for (int i = 0; i < 64; ++i) {
    const int hidden = open(".", O_TMPFILE | O_RDWR, 0600);
    for (int j = 0; j < 256 && write(hidden, block, sizeof block) > 0; ++j) continue;
  }
  std::puts("0");
}
