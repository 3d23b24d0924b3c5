// Makes the fields of a batch with the published generator, from the published numbers.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

#include "generator.h"

int main() {
  int rows, columns, mines, distance;
  std::uint64_t seed;
  if (!(std::cin >> rows >> columns >> mines >> seed >> distance)) return 2;
  InitSeed(seed);
  for (int i = 0; i < 50; ++i) GenerateMap(rows, columns, mines, distance);
}
