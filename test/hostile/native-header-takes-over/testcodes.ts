import path from 'node:path'

export default {
  programs: {
    code: {
      kind: 'files',
      copies: [{ from: path.join(import.meta.dirname, 'driver.cpp'), to: 'driver.cpp' }],
      takes: [{ from: ['sum.hpp'], to: 'sum.hpp' }],
      compile: [['g++', 'driver.cpp', '-o', 'code', '-O1', '-std=c++20']],
      keeps: ['code'],
      run: ['./code'],
    },
  },
  points: {
    sum: {
      program: 'code',
      input: { kind: 'text', text: '173 904\n' },
      expected: { kind: 'text', text: '1077\n' },
      limits: { seconds: 1, memoryMiB: 64, outputMiB: 1, diskMiB: 4, files: 16 },
    },
  },
}
