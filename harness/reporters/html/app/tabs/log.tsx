import type { TrialPage } from '../../data.ts'
import { Block, Missing } from '../parts/text.tsx'

/** The output of the project. */
export function LogTab({ page: { log } }: { readonly page: TrialPage }) {
  return log === '' ? (
    <Missing absent="The project printed nothing, or was never started." />
  ) : (
    <Block title="Log of the project" text={log} />
  )
}
