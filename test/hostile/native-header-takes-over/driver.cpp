#include <cstdio>

#include "sum.hpp"

int main() {
  int a, b;
  if (std::scanf("%d %d", &a, &b) != 2) return 1;
  printf("%d\n", sum(a, b));
  return 0;
}
