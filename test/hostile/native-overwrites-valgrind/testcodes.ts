export default {
  programs: {
    code: {
      kind: 'files',
      copies: [],
      takes: [{ from: ['main.cpp'], to: 'main.cpp' }],
      compile: [['g++', 'main.cpp', '-o', 'code', '-O1', '-std=c++20']],
      keeps: ['code'],
      run: ['./code'],
    },
  },
  points: {
    sum: {
      program: 'code',
      input: { kind: 'text', text: '173 904\n' },
      expected: { kind: 'text', text: '1077\n' },
      leak: 'verdict',
      limits: { seconds: 10, memoryMiB: 512, outputMiB: 1, diskMiB: 4, files: 16 },
    },
  },
}
