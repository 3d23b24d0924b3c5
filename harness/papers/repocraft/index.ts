import type { Paper } from '../../contracts/paper.ts'

/** RepoCraft and its method ZeroRepo. */
export const repocraft: Paper = {
  name: 'repocraft',
  benchmarks: {
    repocraft: {
      argument: 'DIR',
      open: async (source) => (await import('./benchmark.ts')).repoCraftBenchmark(source),
      calibrated: true,
      checkJudge: async () => (await import('./commands/judge-check.ts')).judgeCheckCommand,
    },
  },
  testers: async () => [(await import('./tester.ts')).tasks],
  scorers: async (_, tools) => (await import('./scorers.ts')).repoCraftScorers(tools),
  methods: {
    zerorepo: {
      about: 'a planning graph, and functions and classes written in its order, tests first, all with a model',
      create: async (settings) => (await import('./zerorepo/agent.ts')).zerorepoAgent(settings),
    },
  },
  tables: async () => ({ repocraft: { tables: (await import('./tables.ts')).repoCraftTables } }),
  doctor: async () => (await import('./doctor.ts')).doctor,
  commands: {
    build: {
      call: 'build <benchmark>',
      about: 'make RepoCraft tasks from a Python repository with tests',
      group: 'Your own',
      load: () => import('./commands/build.ts'),
    },
  },
}
