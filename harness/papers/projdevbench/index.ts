import type { Paper } from '../../contracts/paper.ts'

/** ProjDevBench. */
export const projdevbench: Paper = {
  name: 'projdevbench',
  benchmarks: {
    projdevbench: {
      argument: 'DIR',
      open: async (source) => (await import('../../benchmarks/projdevbench/benchmark.ts')).projDevBenchmark(source),
    },
  },
  testers: async () => [(await import('../../testers/review.ts')).review],
  doctor: async () => (await import('./doctor.ts')).doctor,
}
