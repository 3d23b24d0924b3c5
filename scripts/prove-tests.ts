/** Runs the tests of which `npm test` runs a part: `npm run prove:tests`. */
import { everyTest } from './proofs/tests.ts'

process.exitCode = (await everyTest()) ? 0 : 1
