#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/mman.h>

static void *take(std::size_t size) {
  return mmap(nullptr, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

extern "C" void *malloc(std::size_t size) { return take(size); }
extern "C" void free(void *) {}
void *operator new(std::size_t size) { return take(size); }
void operator delete(void *) noexcept {}
void operator delete(void *, std::size_t) noexcept {}

int main() {
  int a, b;
  if (std::scanf("%d %d", &a, &b) == 2) std::printf("%d\n", a + b);
  volatile int *lost = new int(1);
  *lost = 2;
  lost = nullptr;
}
