import type { Outcome } from '../../../contracts/schema.ts'

/** How far a project came, in words. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  judged: 'judged',
  'no-project': 'the agent gave no project',
  'not-launched': 'the project did not start',
  unjudged: 'not judged: the harness failed',
  pending: 'not begun',
}
