#include <cstddef>
#include <cstdio>
#include <cstring>

static char pool[std::size_t{1} << 30];
static std::size_t used;

static char *take(std::size_t size) {
  used += size;
  return std::memset(pool + used - size, 1, size), pool + used - size;
}

int main() {
  int a, b;
  if (std::scanf("%d %d", &a, &b) != 2) return 1;
  long sum = 0;
  for (int step = 0; step < 1000; ++step) sum += *take(std::size_t{1} << 20);
  std::printf("%ld\n", a + b + sum - 1000);
}
