/** Problems of which too little was published. */
import { TREE, type JudgeId, type Place } from '../problem.ts'
import { asFile, NO_OUTPUT, NO_POINTS, point } from './common.ts'

export function nothing(id: string): JudgeId {
  return { id, programs: {}, points: [{ id: `${id}.1`, excluded: NO_POINTS }] }
}

/** Points of which only the inputs were published. */
export function fromInputs(id: string, place: Place, ...folders: readonly string[][]): JudgeId {
  const points = folders.flatMap((folder) =>
    place
      .names(...folder)
      .filter((name) => name.endsWith('.in'))
      .map((name) => {
        const expected = [...folder, name.replace(/\.in$/, '.out')]
        const short = `${id}.${folder.at(-1) ?? ''}-${name.replace(/\.in$/, '')}`
        if (!place.has(...expected)) return { id: short, excluded: NO_OUTPUT }
        return point(short, {
          program: 'code',
          input: asFile(place.file(...folder, name)),
          expected: asFile(place.file(...expected)),
          limits: place.limits(id),
        })
      }),
  )
  return { id, programs: TREE, points }
}

export function bigIntegers(place: Place): readonly JudgeId[] {
  const excluded = (id: string, names: readonly string[]) => ({
    id,
    programs: {},
    points: names.map((name) => ({ id: `${id}.${name}`, excluded: NO_OUTPUT })),
  })
  const of = (folder: string) =>
    place
      .names('data', '002', 'data', folder)
      .filter((name) => name.endsWith('.cpp'))
      .map((name) => `${folder}-${name.replace('.cpp', '')}`)
  const ids = ['2014', '2015', '2016', '2017', '2018', '2019']
  const folders: Readonly<Record<string, readonly string[]>> = {
    '2015': of('Integer1'),
    '2016': of('Corner'),
    '2019': of('Integer2'),
  }
  return ids.map((id) => excluded(id, folders[id]?.length ? folders[id] : ['all']))
}
