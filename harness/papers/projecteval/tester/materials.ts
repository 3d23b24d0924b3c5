import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { BadParameter } from '../../../errors.ts'
import type { Mission } from '../../../contracts/types.ts'
import { materialPath } from '../../../testers/materials.ts'

/** Copies a mission's materials to a folder, so that no other file of theirs is visible there. */
export async function copyMaterials(mission: Mission, folder: string): Promise<void> {
  for (const name of mission.materials)
    await copyFile(materialPath(mission, name), path.join(folder, path.basename(name)))
}

/** The name of the material in a path of a published testcode, such as `…\data\material\5-test.md`. */
export function materialIn(value: string): string | undefined {
  return /(?:^|[\\/])data[\\/]material[\\/](.+)$/s.exec(value)?.[1]
}

/**
 * The path of a material for an upload, as the browser sees it.
 * @throws BadParameter if the mission has no material of that name
 */
export function uploadOf(mission: Mission, value: string, folder: string): string {
  const name = materialIn(value) ?? value
  const known = mission.materials.find((material) => path.basename(material) === name)
  if (known !== undefined) return path.join(folder, name)
  throw new BadParameter(`"${value.slice(0, 200)}" is not a material of this mission`)
}
