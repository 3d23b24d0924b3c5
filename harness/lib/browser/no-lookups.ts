import { LOOPBACK_HOSTS } from '../network/loopback.ts'

/** Resolves the loopback hosts only: a page under judgement may load from no other host. */
export const NO_LOOKUPS = `--host-resolver-rules=${['MAP * ~NOTFOUND', ...LOOPBACK_HOSTS.map((host) => `EXCLUDE ${host}`)].join(', ')}`
