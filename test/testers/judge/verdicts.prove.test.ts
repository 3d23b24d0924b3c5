/** The other cases of verdicts.integration.test.ts. */

import { ROWS, name } from './verdicts-cases.ts'

name(ROWS)
