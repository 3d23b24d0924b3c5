import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { BadParameter } from '../../errors.ts'
import type { Mission } from '../../contracts/types.ts'
import { materialPath } from '../materials.ts'

/** Puts copies of a mission's materials into a folder: nothing beside them is seen with them. */
export async function copyMaterials(mission: Mission, folder: string): Promise<void> {
  for (const name of mission.materials)
    await copyFile(materialPath(mission, name), path.join(folder, path.basename(name)))
}

/** The name of a material in a path as the published testcodes write them, such as `…\data\material\5-test.md`. */
export function materialIn(value: string): string | undefined {
  return /(?:^|[\\/])data[\\/]material[\\/](.+)$/s.exec(value)?.[1]
}

/**
 * Where the browser finds a material for an upload.
 * @throws BadParameter where the mission has none of that name
 */
export function uploadOf(mission: Mission, value: string, folder: string): string {
  const name = materialIn(value) ?? value
  const known = mission.materials.find((material) => path.basename(material) === name)
  if (known !== undefined) return path.join(folder, name)
  throw new BadParameter(`"${value.slice(0, 200)}" is no material of this mission`)
}
