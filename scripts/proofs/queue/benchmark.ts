/** Ten tiny missions for the proofs of the queue, which measure the queue and not the judging. */
import type { OwnBenchmark, OwnMission, ProgramFixtures } from 'pe'

const IDS = Array.from({ length: 10 }, (_, index) => `echo-${String(index + 1)}`)

function missionOf(id: string): OwnMission {
  return {
    id,
    title: `Echo ${id}`,
    kind: 'batch',
    suites: [{ id: 'words', tester: 'subprocess', weight: 1, testcodes: [{ id: 'repeats' }] }],
  }
}

const benchmark: OwnBenchmark = {
  name: 'queue-proof',
  variants: [{ id: 'plain', title: 'the statement alone' }],
  ids: () => Promise.resolve(IDS),
  mission: (id) => Promise.resolve(missionOf(id)),
  input: () => Promise.resolve({ type: 'prompt', prompt: 'A program that prints its arguments.' }),
  testcodes: () =>
    Promise.resolve({
      repeats: async (user: ProgramFixtures) => {
        const run = await user.run({ args: ['again'] })
        user.expect(run.stdout.trim()).toBe('again')
      },
    }),
  canonical: () =>
    Promise.resolve({
      project: {
        files: [{ path: 'main.js', content: 'console.log(...process.argv.slice(2))\n' }],
        launch: { run: ['node', 'main.js'] },
      },
      answers: {},
    }),
}

export default benchmark
