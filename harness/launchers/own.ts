import { loadOwn, type Own } from '../lib/files/own-file.ts'
import type { Launcher } from '../contracts/types.ts'
import { checkedLauncher } from './checked-launcher.ts'

/**
 * Loads a launcher from a user's file.
 * @throws UsageError naming the file and its missing part
 */
export async function ownLauncher(spec: string): Promise<Own & { readonly launcher: Launcher }> {
  const own = await loadOwn(spec, { what: 'a launcher', functions: ['accepts', 'launch'] })
  return { ...own, launcher: checkedLauncher(own.value as unknown as Launcher, own.file) }
}
