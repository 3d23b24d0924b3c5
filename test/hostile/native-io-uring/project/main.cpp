#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

int main() {
  char parameters[256] = {};
  const long numbers[] = {425 /* io_uring_setup */, 321 /* bpf */, 323 /* userfaultfd */, 250 /* keyctl */, 298 /* perf_event_open */};
  int open = 0;
  for (long number : numbers) open += syscall(number, 8, parameters, sizeof parameters, 0, 0) >= 0;
  std::printf("%s\n", open == 0 ? "closed" : "1077");
}
