import type { Paper } from '../../contracts/paper.ts'

/** ProjDevBench. */
export const projdevbench: Paper = {
  name: 'projdevbench',
  benchmarks: {
    projdevbench: {
      argument: 'DIR',
      open: async (source) => (await import('./benchmark.ts')).projDevBenchmark(source),
      export: async () => (await import('./export.ts')).publishedRepositories,
    },
  },
  tables: async () => ({ projdevbench: (await import('./tables.ts')).projDevBenchTables }),
  testers: async () => [(await import('./tester.ts')).review],
  doctor: async () => (await import('./doctor.ts')).doctor,
}
