import type { Mission } from '../contracts/types.ts'

/** Whether the projects of a mission are programs that testcodes start. */
export function isProgram({ kind }: Mission): boolean {
  return kind === 'console' || kind === 'batch'
}
