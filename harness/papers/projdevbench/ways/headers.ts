/** Problems in which drivers include the submitted header: 009 to 013. */
import { compiler, type Copy, type JudgeId, type Place, type ProgramPlan } from '../problem.ts'
import { asFile, NO_OUTPUT, point } from './common.ts'

interface Header {
  readonly problem: string
  readonly header: string
  /** Where the submission may have it. */
  readonly takes: readonly string[]
}

/** Helpers of the problem that drivers and headers include: from its folder, `src/` and `data/`. */
function helpers(place: Place, problem: string, header: string): Copy[] {
  return [[], ['src'], ['data']].flatMap((parts) =>
    place
      .names('problem', problem, ...parts)
      .filter((name) => /\.(h|hpp)$/.test(name) && name !== header)
      .map((name) => ({ from: place.file('problem', problem, ...parts, name), to: name })),
  )
}

/** Each driver includes the submitted header and is a point. */
export function drivers(place: Place, id: string, { problem, header, takes }: Header): JudgeId {
  const programs: Record<string, ProgramPlan> = {}
  const points = place
    .names('problem', problem, 'data')
    .filter((name) => !name.includes('.') || name.includes('memcheck'))
    .map((name) => {
      const files = place.names('problem', problem, 'data', name)
      const driver = files.find((file) => file.endsWith('.cpp'))
      const answer = files.find((file) => file === 'answer.txt' || file.endsWith('.ans'))
      const pointId = `${id}.${name}`
      if (driver === undefined) return { id: pointId, excluded: 'its driver was not published' }
      if (answer === undefined) return { id: pointId, excluded: NO_OUTPUT }
      const source = place.file('problem', problem, 'data', name, driver)
      programs[name] = driverProgram(source, [...helpers(place, problem, header)], takes, header)
      return point(pointId, {
        program: name,
        expected: asFile(place.file('problem', problem, 'data', name, answer)),
        limits: place.limits(id),
        ...outputOf(problem, name),
        ...(name.includes('memcheck') ? { leak: 'verdict' } : {}),
      })
    })
  return { id, programs, points }
}

/** The driver lies in a fresh folder: an include in quotes looks beside it first, and must find what was submitted. */
function driverProgram(source: string, copies: readonly Copy[], takes: readonly string[], header: string): ProgramPlan {
  return {
    kind: 'files',
    copies: [...copies, { from: source, to: 'driver.cpp' }],
    takes: [{ from: takes, to: header }],
    compile: [compiler('driver.cpp')],
    keeps: ['code'],
    run: ['./code'],
  }
}

/** Drivers of 013 that redirect their output into a file. */
function outputOf(problem: string, name: string): { readonly output?: string } {
  if (problem !== '013') return {}
  if (name === 'one' || name === 'two') return { output: '1.out' }
  return name === 'three' ? { output: 'testans_advance.out' } : {}
}

export function maps(place: Place): readonly JudgeId[] {
  const takes = ['src/map.hpp', 'map.hpp']
  const main = drivers(place, '2672', { problem: '013', header: 'map.hpp', takes })
  const programs: Record<string, ProgramPlan> = {}
  const corner = place
    .names('problem', '013', 'corner_data')
    .filter((name) => /^\d+\.cpp$/.test(name))
    .map((name) => {
      const number = name.replace('.cpp', '')
      // Shipped beside the drivers is a src.hpp that is std::map: the submission takes its place.
      programs[number] = driverProgram(
        place.file('problem', '013', 'corner_data', name),
        helpers(place, '013', 'map.hpp'),
        takes,
        'src.hpp',
      )
      return point(`2671.corner-${number}`, {
        program: number,
        expected: asFile(place.file('problem', '013', 'corner_data', `${number}.ans`)),
        limits: place.limits('2671'),
      })
    })
  return [{ id: '2671', programs, points: corner }, main]
}
