import type { Paper } from '../../contracts/paper.ts'

/** ProjectEval. */
export const projecteval: Paper = {
  name: 'projecteval',
  benchmarks: {
    projecteval: {
      argument: 'DIR',
      open: async (source) => (await import('./benchmark.ts')).projectEvalBenchmark(source),
      agents: {
        answers: {
          about:
            'judges published answers of ProjectEval: NAME.json and the files beside it; of several, each is a sample',
          argument: 'FILE[:FILE…]',
          create: async (setup) => (await import('./agent.ts')).answersAgent(setup),
        },
      },
      export: async () => (await import('./export.ts')).publishedAnswerFiles,
      verdicts: async () => (await import('./verdicts.ts')).readVerdicts,
      answers: async () => (await import('./works.ts')).publishedWorks,
    },
  },
  tables: async () => ({ projecteval: { tables: (await import('./tables.ts')).projectEvalTables } }),
  testers: async () => [(await import('./tester.ts')).pythonSelenium],
  doctor: async () => (await import('./doctor.ts')).doctor,
}
