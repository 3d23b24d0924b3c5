import path from 'node:path'
import type { BenchmarkEntry, Paper, PaperTools } from '../../contracts/paper.ts'
import { packageRoot } from '../../lib/files/package-root.ts'

/** Stand-ins for packages that the tests of some repositories import. */
const SHIMS = path.join(packageRoot(import.meta.dirname), 'harness', 'papers', 'codeprojecteval', 'shims')

/** CodeProjectEval, DevBench in the same form, and the method ProjectGen. */
export function codeprojecteval({ calibrate }: PaperTools): Paper {
  const entry = (name: string): BenchmarkEntry => ({
    argument: 'DIR',
    open: async (source) => (await import('./benchmark.ts')).sizedLibraries(name, source, calibrate, [SHIMS]),
    calibrated: true,
  })
  return {
    name: 'codeprojecteval',
    benchmarks: { codeprojecteval: entry('codeprojecteval'), devbench: entry('devbench') },
    scorers: async () => (await import('./scorers.ts')).libraryScorers,
    tables: async () => {
      const { codeProjectEvalTables, devBenchTables } = await import('./tables.ts')
      return { codeprojecteval: { tables: codeProjectEvalTables }, devbench: { tables: devBenchTables } }
    },
    methods: {
      projectgen: {
        about: 'architecture, skeleton and code, each judged in rounds by a model',
        create: async (settings) => (await import('./projectgen/agent.ts')).projectgenAgent(settings),
      },
    },
    doctor: async () => (await import('./doctor.ts')).doctor,
  }
}
