import { compiler, type JudgeId, type Place, type ProgramPlan } from '../problem.ts'
import { asFile, point } from './common.ts'

/** Each picture is decoded and encoded. Bytes count. */
export function pictures(place: Place): readonly JudgeId[] {
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
