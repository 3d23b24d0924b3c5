import type { BenchmarkEntry, Paper, PaperTools } from '../../contracts/paper.ts'

/** CodeProjectEval, DevBench in the same form, and the method ProjectGen. */
export function codeprojecteval({ calibrate }: PaperTools): Paper {
  const entry = (name: string): BenchmarkEntry => ({
    argument: 'DIR',
    open: async (source) =>
      (await import('../../benchmarks/codeprojecteval/benchmark.ts')).libraryBenchmark(name, source, calibrate),
    calibrated: true,
  })
  return {
    name: 'codeprojecteval',
    benchmarks: { codeprojecteval: entry('codeprojecteval'), devbench: entry('devbench') },
    scorers: async () => (await import('../../scorers/published/libraries.ts')).libraryScorers,
    methods: {
      projectgen: {
        about: 'architecture, skeleton and code, each judged in rounds by a model',
        create: async (settings) => (await import('../../agents/projectgen/agent.ts')).projectgenAgent(settings),
      },
    },
    doctor: async () => (await import('./doctor.ts')).doctor,
  }
}
