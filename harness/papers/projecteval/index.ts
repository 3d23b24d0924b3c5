import type { Paper } from '../../contracts/paper.ts'

/** ProjectEval. */
export const projecteval: Paper = {
  name: 'projecteval',
  benchmarks: {
    projecteval: {
      argument: 'DIR',
      open: async (source) => (await import('../../benchmarks/projecteval/benchmark.ts')).projectEvalBenchmark(source),
      agents: {
        answers: {
          about:
            'judges published answers of ProjectEval: NAME.json and the files beside it; of several, each is a sample',
          argument: 'FILE[:FILE…]',
          create: async (setup) => (await import('../../benchmarks/projecteval/agent.ts')).answersAgent(setup),
        },
      },
    },
  },
  testers: async () => [(await import('../../testers/python-selenium.ts')).pythonSelenium],
  doctor: async () => (await import('./doctor.ts')).doctor,
}
