#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

int main() {
  int a, b;
  if (std::scanf("%d %d", &a, &b) != 2) return 1;
  if (vfork() == 0)
    for (;;) pause();
  std::printf("%d\n", a + b);
}
