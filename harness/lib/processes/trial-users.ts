/** User ids that Debian and Ubuntu never assign: those of trials, if root runs the harness. */
export const TRIAL_USERS = { first: 60_100, count: 4_000 } as const

/** Whether files of this user are those of a trial. Without root, trials run as the user who runs the harness. */
export function isTrialUser(id: number): boolean {
  const { first, count } = TRIAL_USERS
  const own = process.getuid?.()
  return id === own || (own === 0 && id >= first && id < first + count)
}
