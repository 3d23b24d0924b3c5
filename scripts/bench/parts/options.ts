import { pathToFileURL } from 'node:url'
import path from 'node:path'
import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { ratio, takeTurns, type Row } from '../series.ts'

/** Missions of all kinds that are judged within a minute, so that a round of all options takes minutes. */
const SAMPLE = 'calendar,hello,histogram,password-generator,text-adventure,todo'
const WITHOUT_EVIDENCE = pathToFileURL(path.join(ROOT, 'scripts/bench/without-evidence.mjs')).href

/** Options of `pe run`, each against the default. */
export async function benchOptions({ missions, out, pairs, say }: Bench): Promise<Row[]> {
  const chosen = missions.length === 0 ? ['--missions', SAMPLE] : missions
  const way = (args: readonly string[], node: readonly string[] = []) => {
    return () =>
      suiteSeconds({
        program: programOf(ROOT),
        agent: 'canonical',
        out,
        args: [...chosen, ...args],
        node,
        passes: true,
      })
  }
  const usual = 'usual: auto, bubblewrap, evidence of failures'
  const times = await takeTurns(
    {
      [usual]: way(['--sandbox', 'bubblewrap']),
      'without evidence': way(['--sandbox', 'bubblewrap'], ['--import', WITHOUT_EVIDENCE]),
      'sandbox process': way(['--sandbox', 'process']),
      'concurrency 1': way(['--sandbox', 'bubblewrap', '--concurrency', '1']),
      'concurrency 2': way(['--sandbox', 'bubblewrap', '--concurrency', '2']),
      'concurrency 4': way(['--sandbox', 'bubblewrap', '--concurrency', '4']),
    },
    { pairs, say },
  )
  const others = [...times.keys()].filter((name) => name !== usual)
  return others.map((name) => ratio(times, usual, name))
}
