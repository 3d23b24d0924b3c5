/** `pe redteam` on a small mission of somebody's own, as it is typed. */

import { REFUSES_CASES, refuses } from './redteam-cases.ts'

refuses(REFUSES_CASES.slice(0, 1))
