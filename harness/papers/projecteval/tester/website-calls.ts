import { pathToFileURL } from 'node:url'
import { BadParameter } from '../../../errors.ts'
import type { Mission, WebsiteTarget } from '../../../contracts/types.ts'
import { cssProblem, SELECTOR_REMEDY, xpathProblem } from '../../../lib/browser/selector-rules.ts'
import { addressOn, shownAddress } from './addresses.ts'
import { textArgument, type Calls } from './channel.ts'
import type { Downloads } from './downloads.ts'
import { materialIn, uploadOf } from './materials.ts'

export interface WebsiteCallParts {
  readonly target: WebsiteTarget
  readonly mission: Mission
  readonly downloads: Downloads
  /** Folder with the materials that the browser may read. */
  readonly uploads: string
}

/** Calls of website testcodes to the harness, which resolve and check values of the agent. */
export function websiteCalls({ target, mission, downloads, uploads }: WebsiteCallParts): Calls {
  const material = (value: string) => uploadOf(mission, value, uploads)
  return {
    clicks: () => downloads.clicks(),
    material: (values) => material(textArgument(values, 'path')),
    shown: (values) => shownAddress(target, textArgument(values, 'value')),
    selector(values) {
      const value = textArgument(values, 'value')
      const problem = values['using'] === 'xpath' ? xpathProblem(value) : cssProblem(value)
      if (problem !== undefined) throw new BadParameter(`"${value.slice(0, 200)}" ${problem}; ${SELECTOR_REMEDY}`)
    },
    file(values) {
      const value = textArgument(values, 'path')
      return materialIn(value) === undefined ? downloads.copy(value) : material(value)
    },
    address(values) {
      const value = textArgument(values, 'value')
      if (materialIn(value) !== undefined) return pathToFileURL(material(value)).href
      return isLocal(value) ? downloads.address(value) : addressOn(target, value)
    },
  }
}

/** Whether an address is a file path or a file: URL. */
function isLocal(address: string): boolean {
  return /^(\/|\\|~|[A-Za-z]:[\\/]|%|file:)/.test(address.trim())
}
