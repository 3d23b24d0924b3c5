// Plays games of the submitted client. The map is in this file alone, in names that the client is not told.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>

int rows;
int columns;
int total_mines;

#include "client.h"
#include "generator.h"

namespace {
bool pe_mine[40][40], pe_visited[40][40], pe_marked[40][40];
int pe_state, pe_moves;
constexpr int pe_most_moves = 4000;

int pe_around(int r, int c, const bool (&what)[40][40]) {
  int count = 0;
  for (int i = r - 1; i <= r + 1; ++i)
    for (int j = c - 1; j <= c + 1; ++j)
      if (i >= 0 && j >= 0 && i < rows && j < columns && (i != r || j != c) && what[i][j]) ++count;
  return count;
}

void pe_visit(int r, int c) {
  if (r < 0 || c < 0 || r >= rows || c >= columns || pe_visited[r][c] || pe_marked[r][c]) return;
  pe_visited[r][c] = true;
  if (pe_mine[r][c]) {
    pe_state = -1;
    return;
  }
  if (pe_around(r, c, pe_mine) != 0) return;
  for (int i = r - 1; i <= r + 1; ++i)
    for (int j = c - 1; j <= c + 1; ++j) pe_visit(i, j);
}

void pe_read() {
  std::string line;
  std::cin >> rows >> columns;
  std::memset(pe_mine, 0, sizeof pe_mine);
  std::memset(pe_visited, 0, sizeof pe_visited);
  std::memset(pe_marked, 0, sizeof pe_marked);
  pe_state = pe_moves = total_mines = 0;
  for (int i = 0; i < rows; ++i) {
    std::cin >> line;
    for (int j = 0; j < columns; ++j)
      if (line[j] == 'X') pe_mine[i][j] = true, ++total_mines;
  }
}

void pe_check() {
  int visited = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) visited += pe_visited[i][j] && !pe_mine[i][j];
  if (pe_state == 0 && visited == rows * columns - total_mines) pe_state = 1;
}

std::string pe_map() {
  std::string text;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      if (pe_state == 1 && pe_mine[i][j]) text += '@';
      else if (pe_visited[i][j]) text += pe_mine[i][j] ? 'X' : static_cast<char>('0' + pe_around(i, j, pe_mine));
      else if (pe_marked[i][j]) text += pe_mine[i][j] ? '@' : 'X';
      else text += '?';
    }
    text += '\n';
  }
  return text;
}

void pe_game() {
  pe_read();
  InitGame();
  while (pe_state == 0 && pe_moves < pe_most_moves) {
    ++pe_moves;
    Decide();
  }
  int found = 0, visited = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      visited += pe_visited[i][j] && !pe_mine[i][j];
      found += pe_mine[i][j] && (pe_state == 1 || pe_marked[i][j]);
    }
  std::cout << "pe-game " << found << ' ' << visited << ' ' << rows * columns << std::endl;
}
}  // namespace

void Execute(int r, int c, int type) {
  if (pe_state != 0 || r < 0 || c < 0 || r >= rows || c >= columns) return;
  if (type == 0) {
    pe_visit(r, c);
  } else if (type == 1) {
    if (!pe_visited[r][c] && !pe_marked[r][c]) {
      pe_marked[r][c] = true;
      if (!pe_mine[r][c]) pe_state = -1;
    }
  } else if (pe_visited[r][c] && !pe_mine[r][c] && pe_around(r, c, pe_marked) == pe_around(r, c, pe_mine)) {
    for (int i = r - 1; i <= r + 1; ++i)
      for (int j = c - 1; j <= c + 1; ++j)
        if (i >= 0 && j >= 0 && i < rows && j < columns && !pe_mine[i][j]) pe_visit(i, j);
  }
  pe_check();
  if (pe_state != 0) return;
  std::istringstream map(pe_map());
  auto *input = std::cin.rdbuf(map.rdbuf());
  ReadMap();
  std::cin.rdbuf(input);
  std::cin.clear();
}

int main(int argc, char **argv) {
  if (argc < 2 || std::strcmp(argv[1], "batch") != 0) {
    pe_game();
    return 0;
  }
  int mines, distance;
  std::uint64_t seed;
  std::cin >> rows >> columns >> mines >> seed >> distance;
  const int r = rows, c = columns;
  InitSeed(seed);
  for (int i = 0; i < 50; ++i) {
    std::ostringstream made;
    auto *output = std::cout.rdbuf(made.rdbuf());
    GenerateMap(r, c, mines, distance);
    std::cout.rdbuf(output);
    std::istringstream game(made.str());
    auto *input = std::cin.rdbuf(game.rdbuf());
    pe_game();
    std::cin.rdbuf(input);
  }
}
