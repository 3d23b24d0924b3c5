/** A process that runs one trial from a spec on its standard input. Prints events, one per line; the last line is the record. */
import { text } from 'node:stream/consumers'
import { papers } from '../papers.ts'
import { runSpec } from '../../harness/run/worker.ts'

const [folder = ''] = process.argv.slice(2)
const record = await runSpec(JSON.parse(await text(process.stdin)), {
  papers,
  folder,
  emit: (event) => void process.stdout.write(`${JSON.stringify(event)}\n`),
  signal: new AbortController().signal,
})
process.stdout.write(`${JSON.stringify(record)}\n`)
