/** Proves the suite of our own: `npm run prove:judge-suite [-- NAME …]`. Solutions pass, and each fault gets its verdict. */
import { problemOf, subjects } from './proofs/judge/faults.ts'

const wanted = process.argv.slice(2)
const chosen = (await subjects()).filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => name.includes(each)),
)
let wrong = 0
for (const subject of chosen) {
  const problem = await problemOf(subject)
  if (problem !== undefined) wrong += 1
  const expected = subject.fault ? subject.fault.verdict : 'passes'
  process.stdout.write(`${problem === undefined ? 'ok   ' : 'WRONG'} ${subject.name}: ${problem ?? expected}\n`)
}
const faults = chosen.filter(({ fault }) => fault).length
process.stdout.write(`${String(chosen.length - faults)} solutions, ${String(faults)} faults: ${String(wrong)} wrong\n`)
process.exitCode = wrong === 0 && chosen.length > 0 ? 0 : 1
