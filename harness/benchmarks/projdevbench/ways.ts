/** How each problem is judged: where its points are, what makes the program, and what is expected. */
import { readFileSync } from 'node:fs'
import { buddyPoints } from './buddy.ts'
import { MINESWEEPER_DRIVER, REPORT_OF_ATTENTION } from './drivers.ts'
import { compiler, TREE, type Copy, type JudgeId, type Place, type PointPlan, type ProgramPlan } from './problem.ts'

const NO_OUTPUT = 'its expected output was not published'

export const ways: Readonly<Record<string, (place: Place) => readonly JudgeId[]>> = {
  '001': () => [nothing('1000', 'its points were not published')],
  '002': bigIntegers,
  '003': (place) => [fromInputs('1986', place, ['data', '003', 'data_test'])],
  '004': (place) => [
    fromInputs('1075', place, ['data', '004', '1075']),
    nothing('1775', 'its points were not published'),
  ],
  '005': pictures,
  '006': minesweeper,
  '007': (place) => [basic(place)],
  '008': () =>
    ['2276', '2277', '2278', '2279', '2280', '2281', '2282', '2283'].map((id) =>
      nothing(id, 'its points were not published'),
    ),
  '009': (place) => [
    drivers(place, '2579', { problem: '009', header: 'vector.hpp', takes: ['src/vector.hpp', 'vector.hpp'] }),
  ],
  '010': (place) => [
    drivers(place, '2653', { problem: '010', header: 'list.hpp', takes: ['list.hpp', 'src/list.hpp'] }),
  ],
  '011': (place) => [
    drivers(place, '2623', {
      problem: '011',
      header: 'priority_queue.hpp',
      takes: ['src/priority_queue.hpp', 'priority_queue.hpp'],
    }),
  ],
  '012': (place) => [
    drivers(place, '1866', {
      problem: '012',
      header: 'linked_hashmap.hpp',
      takes: ['linked_hashmap.hpp', 'src/linked_hashmap.hpp'],
    }),
  ],
  '013': maps,
  '014': python,
  '015': () => [nothing('2545', 'its points were not published')],
  '016': () => [nothing('2697', 'its points were not published')],
  '017': (place) => [trains(place)],
  '018': (place) => [
    fromInputs('2788', place, ['problem', '018', 'score', 'data'], ['problem', '018', 'score', 'more-tests']),
  ],
  '019': (place) => [attention(place)],
  '020': (place) => [buddy(place)],
}

function nothing(id: string, excluded: string): JudgeId {
  return { id, programs: {}, points: [{ id: `${id}.1`, excluded }] }
}

/** Points of which only the inputs were published. */
function fromInputs(id: string, place: Place, ...folders: readonly string[][]): JudgeId {
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

function point(id: string, plan: Readonly<Record<string, unknown>>): PointPlan {
  return { id, plan }
}

function asFile(file: string) {
  return { kind: 'file', file }
}

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
function drivers(place: Place, id: string, { problem, header, takes }: Header): JudgeId {
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

function maps(place: Place): readonly JudgeId[] {
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

function bigIntegers(place: Place): readonly JudgeId[] {
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

/** Each picture is decoded and encoded. Bytes count. */
function pictures(place: Place): readonly JudgeId[] {
  const program: ProgramPlan = {
    kind: 'files',
    copies: ['conv.h', 'utils.h', 'main.cpp'].map((name) => ({ from: place.file('problem', '005', name), to: name })),
    takes: [{ from: ['qoi.h'], to: 'qoi.h' }],
    compile: [compiler('main.cpp')],
    keeps: ['code'],
    run: ['./code'],
  }
  const all = (id: string, direction: 'encode' | 'decode') =>
    (['rgb', 'rgba'] as const).flatMap((colours) => {
      const raw = colours === 'rgb' ? 'ppm' : 'pam'
      const folder = ['data', '005', 'sample', colours]
      return place
        .names(...folder)
        .filter((name) => name.endsWith('.qoi'))
        .map((name) => {
          const base = name.replace('.qoi', '')
          const [plain, packed] = [
            [...folder, `${base}.${raw}`],
            [...folder, name],
          ]
          const pointId = `${id}.${direction}-${colours}-${base}`
          if (!place.has(...plain)) return { id: pointId, excluded: 'its picture was not published' }
          const [from, to] = direction === 'encode' ? [plain, packed] : [packed, plain]
          return point(pointId, {
            program: 'conv',
            args: [direction === 'encode' ? '-e' : '-d', colours === 'rgb' ? '-3' : '-4'],
            input: asFile(place.file(...from)),
            expected: asFile(place.file(...to)),
            compare: { how: 'binary' },
            limits: place.limits(id),
          })
        })
    })
  return [
    { id: '1730', programs: { conv: program }, points: all('1730', 'encode') },
    { id: '1734', programs: { conv: program }, points: all('1734', 'decode') },
  ]
}

function minesweeper(place: Place): readonly JudgeId[] {
  const basic = place
    .names('data', '006', 'basic')
    .filter((name) => name.endsWith('.in'))
    .map((name) => ({ id: `2876.${name.replace('.in', '')}`, excluded: NO_OUTPUT }))
  const advanced = place
    .names('data', '006', 'advanced')
    .filter((name) => name.endsWith('.in'))
    .map((name) => {
      const isBatch = name.startsWith('batch')
      return point(`2877.${name.replace('.in', '')}`, {
        program: 'client',
        args: [isBatch ? 'batch' : 'single'],
        input: asFile(place.file('data', '006', 'advanced', name)),
        expected: { kind: 'formula', formula: 'minesweeper' },
        limits: place.limits('2877'),
      })
    })
  const program: ProgramPlan = {
    kind: 'files',
    copies: [
      { from: place.file('problem', '006', 'src', 'include', 'generator.h'), to: 'generator.h' },
      { from: MINESWEEPER_DRIVER, to: 'driver.cpp' },
    ],
    takes: [{ from: ['src/include/client.h', 'client.h', 'include/client.h'], to: 'client.h' }],
    compile: [compiler('driver.cpp')],
    keeps: ['code'],
    run: ['./code'],
  }
  return [
    { id: '2876', programs: {}, points: basic },
    { id: '2877', programs: { client: program }, points: advanced },
  ]
}

/** The shipped interpreter says what is expected. Leaks are noted and cost nothing: the published points are 100. */
function basic(place: Place): JudgeId {
  const oracle = {
    kind: 'oracle',
    copies: [{ from: place.file('problem', '007', 'Basic-Demo-64bit'), to: 'oracle', executable: true }],
    argv: ['./oracle'],
  }
  return {
    id: '2510',
    programs: TREE,
    points: place
      .names('data', '007')
      .filter((name) => name.endsWith('.txt'))
      .map((name) =>
        point(`2510.${name.replace('.txt', '')}`, {
          program: 'code',
          input: asFile(place.file('data', '007', name)),
          expected: oracle,
          leak: 'note',
          limits: place.limits('2510'),
        }),
      ),
  }
}

/** CPython says what is expected of most scripts. */
function python(place: Place): readonly JudgeId[] {
  const points = ['basic-testcases', 'bigint-testcases'].flatMap((folder) =>
    place
      .names('problem', '014', 'testcases', folder)
      .filter((name) => name.endsWith('.in'))
      .map((name) => {
        const file = place.file('problem', '014', 'testcases', folder, name)
        return point(`2515.${name.replace('.in', '')}`, {
          program: 'code',
          input: asFile(file),
          expected: {
            kind: 'oracle',
            copies: [{ from: file, to: 'script.py' }],
            argv: ['/usr/bin/python3', '-I', 'script.py'],
          },
          limits: place.limits('2515'),
        })
      }),
  )
  return [{ id: '2515', programs: TREE, points }]
}

/** Points of a group share a folder. Expected output was published for two groups, for all their inputs together. */
function trains(place: Place): JudgeId {
  const groups = place.names('data', '017', 'data')
  const points = groups.flatMap((group) => {
    const folder = ['data', '017', 'data', group]
    const inputs = place.names(...folder).filter((name) => /^\d+\.in$/.test(name))
    return inputs.map((name) => {
      const id = `1170.${group}-${name.replace('.in', '')}`
      const expected = [...folder, name.replace('.in', '.out')]
      if (place.has(...expected))
        return point(id, {
          program: 'code',
          group,
          input: asFile(place.file(...folder, name)),
          expected: asFile(place.file(...expected)),
          limits: { ...place.limits('1170'), diskMiB: 488, files: 20 },
        })
      if (!place.has(...folder, 'out.txt')) return { id, excluded: NO_OUTPUT }
      // Each input ends with `exit`, which prints `bye`.
      const parts = readFileSync(place.file(...folder, 'out.txt'), 'utf8').split(/(?<=^bye\n?)/m)
      const text = parts[inputs.indexOf(name)]
      if (text === undefined || parts.filter((part) => part.trim() !== '').length !== inputs.length)
        return { id, excluded: 'its expected output cannot be told apart from that of other points' }
      return point(id, {
        program: 'code',
        group,
        input: asFile(place.file(...folder, name)),
        expected: { kind: 'text', text },
        limits: { ...place.limits('1170'), diskMiB: 488, files: 20 },
      })
    })
  })
  return { id: '1170', programs: TREE, points }
}

/** The program prints its numbers on stderr; a line of our own is read by the formula of the statement. */
function attention(place: Place): JudgeId {
  const program: ProgramPlan = {
    kind: 'files',
    copies: [
      { from: place.file('problem', '019', 'simulator.hpp'), to: 'simulator.hpp' },
      { from: place.file('problem', '019', 'main.cpp'), to: 'main.cpp' },
    ],
    takes: [{ from: ['src.hpp'], to: 'src.hpp' }],
    compile: [compiler('main.cpp')],
    keeps: ['code'],
    run: ['./code'],
  }
  return {
    id: '2782',
    programs: { code: program },
    points: [
      point('2782.1', {
        program: 'code',
        copies: ['keys', 'queries', 'values', 'ans'].map((name) => ({
          from: place.file('data', '019', 'data', `${name}.txt`),
          to: `data/${name}.txt`,
        })),
        stream: REPORT_OF_ATTENTION,
        expected: { kind: 'formula', formula: 'attention' },
        limits: place.limits('2782'),
      }),
    ],
  }
}

/** The shipped test prints that it succeeds, also if submitted code prints it. Calls with drawn arguments decide instead. */
function buddy(place: Place): JudgeId {
  const { programs, points } = buddyPoints(place, place.limits('1848'))
  return { id: '1848', programs, points }
}
