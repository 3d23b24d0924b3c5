export default {
  programs: { code: { kind: 'tree', program: 'code' } },
  build: { seconds: 10 },
  points: {
    sum: {
      program: 'code',
      input: { kind: 'text', text: '173 904\n' },
      expected: { kind: 'text', text: '1077\n' },
      limits: { seconds: 1, memoryMiB: 64, outputMiB: 1, diskMiB: 4, files: 16 },
    },
  },
}
