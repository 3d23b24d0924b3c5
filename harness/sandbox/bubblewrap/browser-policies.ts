import { LOOPBACK_HOSTS } from '../../lib/network/loopback.ts'
import { readOnlyAt } from './mounts.ts'

/**
 * Limits navigations, also in frames, to pages on the loopback. Pictures and downloads from data: and blob: are not
 * navigations, so they still work.
 */
const POLICIES = {
  URLBlocklist: ['*'],
  URLAllowlist: [...LOOPBACK_HOSTS.map((host) => `http://${host}`), 'about:blank', 'about:srcdoc'],
  DeveloperToolsAvailability: 1,
  WebRtcIPHandling: 'disable_non_proxied_udp',
  PasswordManagerEnabled: false,
  TranslateEnabled: false,
  SafeBrowsingProtectionLevel: 0,
}

/** @param pages Folders of which the browser may show files as pages */
export function policiesFor(pages: readonly string[]): object {
  const files = pages.map((folder) => `file://${folder}/`)
  return { ...POLICIES, URLAllowlist: [...POLICIES.URLAllowlist, ...files] }
}

/** Where the builds of Chromium look for managed policies. */
const POLICY_FOLDERS = [
  '/etc/chromium/policies/managed',
  '/etc/opt/chrome/policies/managed',
  '/etc/opt/chrome_for_testing/policies/managed',
]

/** bwrap arguments that mount the file of the policies. */
export function policyMounts(file: string): string[] {
  return POLICY_FOLDERS.flatMap((folder) => readOnlyAt(file, `${folder}/pe.json`))
}
