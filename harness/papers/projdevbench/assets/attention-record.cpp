// Runs the submitted code on the published simulator and prints the instructions that it gives. The process that judges them is
// another one: nothing that the submitted code prints, computes or leaves in memory is believed.
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <queue>
#include <sstream>
#include <string>
#include <sys/types.h>
#include <tuple>
#include <vector>

// The published function `Test` is a friend of the class that it gets, and the classes below are not.
#define private public
#include "simulator.hpp"
#undef private

namespace sjtu {

/** Prints a line for each instruction. Matrices are numbered in the order in which they first appear. */
class pe_Recorder {
 public:
  long number(const Matrix *matrix) {
    if (matrix == nullptr) return -1;
    const auto [found, isNew] = numbers_.try_emplace(matrix, static_cast<long>(numbers_.size()));
    return found->second;
  }
  template <class... Parts>
  void line(const char *name, const Parts &...parts) {
    text_ += name;
    ((text_ += ' ', text_ += std::to_string(parts)), ...);
    text_ += '\n';
    if (text_.size() > 1 << 16) flush();
  }
  void flush() {
    std::fwrite(text_.data(), 1, text_.size(), stdout);
    text_.clear();
  }

 private:
  std::map<const Matrix *, long> numbers_;
  std::string text_;
};

pe_Recorder pe_recorder;

class pe_GpuSimulator : public GpuSimulator {
 public:
  void MoveMatrixToGpuHbm(Matrix *m) { one("hbm", m), GpuSimulator::MoveMatrixToGpuHbm(m); }
  void MoveMatrixToSharedMem(Matrix *m) { one("sram", m), GpuSimulator::MoveMatrixToSharedMem(m); }
  void MatAdd(Matrix *a, Matrix *b, Matrix *to) { three("add", a, b, to), GpuSimulator::MatAdd(a, b, to); }
  void MatSub(Matrix *a, Matrix *b, Matrix *to) { three("sub", a, b, to), GpuSimulator::MatSub(a, b, to); }
  void MatMul(Matrix *a, Matrix *b, Matrix *to) { three("mul", a, b, to), GpuSimulator::MatMul(a, b, to); }
  void MatDiv(Matrix *a, Matrix *b, Matrix *to) { three("div", a, b, to), GpuSimulator::MatDiv(a, b, to); }
  void MatExp(Matrix *a, Matrix *to) { two("exp", a, to), GpuSimulator::MatExp(a, to); }
  void Sum(Matrix *a, Matrix *to) { two("sum", a, to), GpuSimulator::Sum(a, to); }
  void Concat(Matrix *a, Matrix *b, Matrix *to, size_t axis, Position position) {
    pe_recorder.line("concat", n(a), n(b), n(to), axis, static_cast<int>(position));
    GpuSimulator::Concat(a, b, to, axis, position);
  }
  void GetRow(Matrix *a, size_t index, Matrix *to, Position position) {
    pe_recorder.line("row", n(a), n(to), index, static_cast<int>(position));
    GpuSimulator::GetRow(a, index, to, position);
  }
  void GetColumn(Matrix *a, size_t index, Matrix *to, Position position) {
    pe_recorder.line("column", n(a), n(to), index, static_cast<int>(position));
    GpuSimulator::GetColumn(a, index, to, position);
  }
  void Reshape(Matrix *a, size_t rows) {
    pe_recorder.line("reshape", n(a), rows);
    GpuSimulator::Reshape(a, rows);
  }
  void ReleaseMatrix(Matrix *m) { one("release", m), GpuSimulator::ReleaseMatrix(m); }
  void Transpose(Matrix *a, Position position) {
    pe_recorder.line("transpose", n(a), static_cast<int>(position));
    GpuSimulator::Transpose(a, position);
  }
  void Copy(Matrix *a, Matrix *to, Position position) {
    pe_recorder.line("copy", n(a), n(to), static_cast<int>(position));
    GpuSimulator::Copy(a, to, position);
  }
  void Run(bool debug = false, const MatrixMemoryAllocator *allocator = nullptr) {
    pe_recorder.line("run");
    GpuSimulator::Run(debug, allocator);
  }

 private:
  static long n(const Matrix *matrix) { return pe_recorder.number(matrix); }
  static void one(const char *name, Matrix *m) { pe_recorder.line(name, n(m)); }
  static void two(const char *name, Matrix *a, Matrix *to) { pe_recorder.line(name, n(a), n(to)); }
  static void three(const char *name, Matrix *a, Matrix *b, Matrix *to) { pe_recorder.line(name, n(a), n(b), n(to)); }
};

class pe_Rater : public Rater {
 public:
  using Rater::Rater;
  Matrix *GetNextQuery() {
    pe_recorder.line("query");
    return Rater::GetNextQuery();
  }
  void CommitAnswer(Matrix &answer) {
    pe_recorder.line("commit", pe_recorder.number(&answer));
    Rater::CommitAnswer(answer);
  }
};

}  // namespace sjtu

#define GpuSimulator pe_GpuSimulator
#define Rater pe_Rater
#include "src.hpp"
#undef GpuSimulator
#undef Rater

namespace {

constexpr int pe_rounds = 32;
constexpr int pe_width = 512;

std::vector<float> pe_numbers(const char *file) {
  std::ifstream in(file);
  std::vector<float> all;
  for (float each; in >> each;) all.push_back(each);
  return all;
}

sjtu::Matrix *pe_matrix(std::vector<float>::const_iterator &at, int rows, sjtu::GpuSimulator &gpu) {
  const std::vector<float> part(at, at + rows * pe_width);
  at += rows * pe_width;
  auto *const matrix = new sjtu::Matrix(rows, pe_width, part, gpu);
  sjtu::pe_recorder.number(matrix);
  return matrix;
}

}  // namespace

int main() {
  sjtu::pe_GpuSimulator gpu;
  sjtu::MatrixMemoryAllocator memory;
  std::vector<sjtu::Matrix *> parts[4];
  for (int part = 0; part < 3; ++part) {
    const char *const files[] = {"./data/keys.txt", "./data/values.txt", "./data/queries.txt"};
    const std::vector<float> numbers = pe_numbers(files[part]);
    auto at = numbers.begin();
    for (int i = 0; i < pe_rounds; ++i) parts[part].push_back(pe_matrix(at, part == 2 ? i + 1 : 1, gpu));
  }
  // The rater only compares shapes with these; the answers are known to the judging process alone.
  for (int i = 0; i < pe_rounds; ++i) parts[3].push_back(new sjtu::Matrix(i + 1, pe_width));
  sjtu::pe_Rater rater(parts[0], parts[1], parts[2], parts[3]);
  sjtu::Test(rater, gpu, memory);
  sjtu::pe_recorder.flush();
}
