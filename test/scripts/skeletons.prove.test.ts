/** The skeletons of all built-in missions. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { skeletons } from '../../scripts/skeletons.ts'
import { missionsWithProject } from '../../scripts/skeletons/mission.ts'
import { skeletonOf } from '../../scripts/skeletons/project.ts'
import { syntaxErrors } from '../../scripts/skeletons/syntax.ts'
import { root } from '../helpers.ts'

describe.each(await missionsWithProject(root))('the skeleton of %s', (mission) => {
  it('is the skeleton of itself', async () => {
    const skeleton = await skeletonOf(join(root, 'missions', mission, 'skeleton'))
    expect(skeleton).toEqual(await skeletonOf(join(root, 'canonical', mission, 'node/project')))
  })

  it('is up to date', async () => {
    const { lines } = await skeletons(['--check', mission], root)
    expect(lines, 'Run `npm run skeletons`.').toEqual(['All skeletons are up to date.'])
  })

  it('has no syntax errors', async () => {
    const files = await skeletonOf(join(root, 'canonical', mission, 'node/project'))
    const scripts = files.filter((file) => /\.[cm]?js$/.test(file.path))
    expect(scripts.flatMap((file) => syntaxErrors(file.content, file.path))).toEqual([])
  })
})
