/** `pe redteam` on a small mission of somebody's own, as it is typed. */

import { casesNamed } from '../helpers.ts'
import { REFUSES_CASES, refuses } from './redteam-cases.ts'

refuses(casesNamed(REFUSES_CASES, '--agents canonical'))
