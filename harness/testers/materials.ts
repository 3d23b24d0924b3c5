import path from 'node:path'
import { MachineFault } from '../errors.ts'
import { isInside } from '../lib/files/confine.ts'
import type { Mission } from '../contracts/types.ts'

/**
 * Absolute path of a material of a mission.
 * @throws MachineFault if the name leads out of the mission's folder of materials
 */
export function materialPath(mission: Mission, name: string): string {
  const file = path.resolve(mission.materialsFolder, name)
  if (isInside(mission.materialsFolder, file)) return file
  throw new MachineFault(`mission "${mission.id}": the material "${name}" lies outside its materials folder`)
}
