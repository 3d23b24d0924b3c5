#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <sys/resource.h>

char deep(long n) {
  volatile char page[65536];
  std::memset(const_cast<char *>(page), static_cast<int>(n), sizeof page);
  return n == 0 ? page[0] : static_cast<char>(deep(n - 1) + page[n % 65536]);
}

int main(int count, char **arguments) {
  const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_STACK, &none);
  if (count == 1) execl("/proc/self/exe", arguments[0], "again", static_cast<char *>(nullptr));
  return deep(1 << 20) == 0;
}
