// Reads instructions that were recorded, runs them on the published simulator and says how good the answers are. No submitted code is in
// this process: a number that no instruction computed from the given matrices is in no answer. Rounds without an answer count as wrong.
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
#include <memory>
#include <queue>
#include <sstream>
#include <string>
#include <sys/types.h>
#include <tuple>
#include <unistd.h>
#include <vector>

#define private public
#include "simulator.hpp"
#undef private

// The leak check of the address sanitizer needs ptrace, which the sandbox denies.
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }

namespace {

constexpr int rounds = 32;
constexpr int width = 512;
/** More than any sensible solution needs; they keep this process small. */
constexpr std::size_t most_instructions = 4'000'000, most_elements = 16'000'000;

using sjtu::Matrix;

[[noreturn]] void refuse(const std::string &why, std::size_t line) {
  std::cerr << "instruction " << line << ": " << why << std::endl;
  std::exit(3);
}

std::vector<float> numbersIn(const char *file) {
  std::ifstream in(file);
  std::vector<float> all;
  for (float each; in >> each;) all.push_back(each);
  return all;
}

std::vector<Matrix *> matricesIn(const char *file, bool grows, sjtu::GpuSimulator &gpu) {
  const std::vector<float> numbers = numbersIn(file);
  std::vector<Matrix *> all;
  auto at = numbers.begin();
  for (int i = 0; i < rounds; ++i) {
    const int rows = grows ? i + 1 : 1;
    if (numbers.end() - at < rows * width) {
      std::cerr << file << " is too short" << std::endl;
      std::exit(4);
    }
    all.push_back(new Matrix(rows, width, std::vector<float>(at, at + rows * width), gpu));
    at += rows * width;
  }
  return all;
}

class Replay {
 public:
  Replay(sjtu::GpuSimulator &gpu, sjtu::Rater &rater, std::vector<Matrix *> given)
      : gpu_(gpu), rater_(rater), matrices_(std::move(given)) {}

  int committed = 0;

  void line(const std::string &text, std::size_t number) {
    at_ = number;
    if (number > most_instructions) refuse("there are too many", number);
    std::istringstream in(text);
    std::string name;
    in >> name;
    if (name == "query") rater_.GetNextQuery();
    else if (name == "run") run();
    else if (name == "commit") commit(matrix(in));
    else if (name == "hbm") gpu_.MoveMatrixToGpuHbm(matrix(in));
    else if (name == "sram") gpu_.MoveMatrixToSharedMem(matrix(in));
    else if (name == "release") gpu_.ReleaseMatrix(matrix(in));
    else if (name == "exp" || name == "sum") unary(name, in);
    else if (name == "concat") concat(in);
    else if (name == "row" || name == "column") part(name, in);
    else if (name == "reshape") reshape(in);
    else if (name == "transpose") {
      Matrix *const a = matrix(in);
      gpu_.Transpose(a, position(in));
    } else if (name == "copy") {
      Matrix *const a = matrix(in), *const to = result(in);
      gpu_.Copy(a, to, position(in));
    } else binary(name, in);
    std::string rest;
    if (in >> rest) refuse("it is not one", at_);
  }

 private:
  long number(std::istream &in) {
    long value = 0;
    if (!(in >> value)) refuse("it is not one", at_);
    return value;
  }
  /** The recorder numbers matrices one after the other, so that a new one is the next. It is blank. */
  Matrix *matrix(std::istream &in) {
    const long which = number(in);
    if (which < 0 || which > static_cast<long>(matrices_.size())) refuse("it names no matrix", at_);
    if (which == static_cast<long>(matrices_.size())) matrices_.push_back(new Matrix());
    return matrices_[which];
  }
  Matrix *result(std::istream &in) { return matrix(in); }
  sjtu::Position position(std::istream &in) {
    const long which = number(in);
    if (which < 0 || which > 2) refuse("it names no place", at_);
    return static_cast<sjtu::Position>(which);
  }
  void binary(const std::string &name, std::istream &in) {
    Matrix *const a = matrix(in), *const b = matrix(in), *const to = result(in);
    if (name == "add") gpu_.MatAdd(a, b, to);
    else if (name == "sub") gpu_.MatSub(a, b, to);
    else if (name == "mul") gpu_.MatMul(a, b, to);
    else if (name == "div") gpu_.MatDiv(a, b, to);
    else refuse("it is not one", at_);
  }
  void unary(const std::string &name, std::istream &in) {
    Matrix *const a = matrix(in), *const to = result(in);
    if (name == "exp") gpu_.MatExp(a, to);
    else gpu_.Sum(a, to);
  }
  void concat(std::istream &in) {
    Matrix *const a = matrix(in), *const b = matrix(in), *const to = result(in);
    const long axis = number(in);
    gpu_.Concat(a, b, to, static_cast<size_t>(axis), position(in));
  }
  void part(const std::string &name, std::istream &in) {
    Matrix *const a = matrix(in), *const to = result(in);
    const long index = number(in);
    const sjtu::Position where = position(in);
    if (name == "row") gpu_.GetRow(a, static_cast<size_t>(index), to, where);
    else gpu_.GetColumn(a, static_cast<size_t>(index), to, where);
  }
  void reshape(std::istream &in) {
    Matrix *const a = matrix(in);
    const long rows = number(in);
    if (rows <= 0) refuse("it asks for no rows", at_);
    gpu_.Reshape(a, static_cast<size_t>(rows));
  }
  void run() {
    gpu_.Run();
    std::size_t elements = 0;
    for (const Matrix *each : matrices_) elements += each->data_.size();
    // A matrix that was released keeps its numbers in this process: only those that are in use count.
    if (elements > most_elements) forget();
  }
  void forget() {
    std::size_t elements = 0;
    for (Matrix *each : matrices_) {
      if (each->GetPosition() == sjtu::kReleased) std::vector<float>().swap(each->data_), each->row_num_ = 0, each->column_num_ = 0;
      elements += each->data_.size();
    }
    if (elements > most_elements) refuse("the matrices are too large", at_);
  }
  void commit(Matrix *answer) {
    if (committed == rounds) refuse("there is no further round", at_);
    if (answer->data_.size() != answer->GetSize()) refuse("the answer is broken", at_);
    rater_.CommitAnswer(*answer);
    ++committed;
  }

  sjtu::GpuSimulator &gpu_;
  sjtu::Rater &rater_;
  std::vector<Matrix *> matrices_;
  std::size_t at_ = 0;
};

}  // namespace

int main() {
  sjtu::GpuSimulator gpu;
  const auto keys = matricesIn("data/keys.txt", false, gpu), values = matricesIn("data/values.txt", false, gpu),
             queries = matricesIn("data/queries.txt", true, gpu);
  // As published: the answers lie in the simulated memory too.
  const auto answers = matricesIn("data/ans.txt", true, gpu);
  sjtu::Rater rater(keys, values, queries, answers);
  std::vector<Matrix *> given(keys);
  given.insert(given.end(), values.begin(), values.end());
  given.insert(given.end(), queries.begin(), queries.end());
  Replay replay(gpu, rater, given);
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) replay.line(line, number);
  double wrong = rater.GetErrorsCount(), all = 0;
  for (int i = 0; i < rounds; ++i) {
    all += answers[i]->GetSize();
    if (i >= replay.committed) wrong += answers[i]->GetSize();
  }
  std::printf("attention %.9f %lld %lld\n", wrong / all, gpu.gpu_sim_cycle_, gpu.max_shared_mem_size_);
  return 0;
}
