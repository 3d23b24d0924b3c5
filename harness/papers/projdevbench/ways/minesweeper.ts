import { MINEFIELDS, MINESWEEPER_DRIVER } from '../drivers.ts'
import { compiler, type Copy, type FilesPlan, type JudgeId, type Place } from '../problem.ts'
import { asFile, namesWith, NO_OUTPUT, point } from './common.ts'

/** The server is the harness: where the mines are is nowhere in the process of the submitted client. */
export function minesweeper(place: Place): readonly JudgeId[] {
  const basic = place
    .names('data', '006', 'basic')
    .filter((name) => name.endsWith('.in'))
    .map((name) => ({ id: `2876.${name.replace('.in', '')}`, excluded: NO_OUTPUT }))
  const advanced = namesWith(place, '.in', 'data', '006', 'advanced').map((name) => {
    const file = place.file('data', '006', 'advanced', name)
    return point(`2877.${name.replace('.in', '')}`, {
      program: 'client',
      expected: {
        kind: 'dialogue',
        dialogue: 'minesweeper',
        from: name.startsWith('batch') ? { kind: 'program', program: 'fields', input: file } : asFile(file),
      },
      limits: place.limits('2877'),
    })
  })
  const program = (source: string, copies: readonly Copy[], takes: FilesPlan['takes']): FilesPlan => ({
    kind: 'files',
    copies: [...copies, { from: source, to: 'driver.cpp' }],
    takes,
    compile: [compiler('driver.cpp')],
    keeps: ['code'],
    run: ['./code'],
  })
  const client = program(
    MINESWEEPER_DRIVER,
    [],
    [{ from: ['src/include/client.h', 'client.h', 'include/client.h'], to: 'client.h' }],
  )
  const generator = { from: place.file('problem', '006', 'src', 'include', 'generator.h'), to: 'generator.h' }
  return [
    { id: '2876', programs: {}, points: basic },
    { id: '2877', programs: { client, fields: program(MINEFIELDS, [generator], []) }, points: advanced },
  ]
}
