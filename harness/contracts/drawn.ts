import type { RunRecord } from './schema.ts'

/** Whether testcodes of the run may draw inputs from its seed. The tests of libraries are published, and draw nothing. */
export function drawsInputs({ benchmark }: Pick<RunRecord, 'benchmark'>): boolean {
  return benchmark.missions.some(({ kind }) => kind !== 'library')
}
