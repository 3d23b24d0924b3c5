/** Problem 008: programs of the language `mov`, run by the published interpreter. */
import type { JudgeId, Place, ProgramPlan } from '../problem.ts'
import { point } from './common.ts'

const TASKS = {
  '2276': 'mov-hello',
  '2277': 'mov-equal',
  '2278': 'mov-next',
  '2279': 'mov-echo',
  '2280': 'mov-code',
  '2281': 'mov-sum',
  '2282': 'mov-sort',
  '2283': 'mov-hanoi',
} as const

/** Points of a judge id; its first program takes no input. */
const POINTS = 5
/** None were published. A loop through 65,536 instructions for each of 60 characters takes a tenth of a second. */
const LIMITS = { seconds: 10, memoryMiB: 256 }
/** The interpreter reads a file, and prints a byte 0 where the statement says that nothing is printed. */
const RUN = "cat > input && ./interpreter program.mv input | tr -d '\\000'"

export function mov(place: Place): readonly JudgeId[] {
  return Object.entries(TASKS).map(([id, drawn]) => {
    const program: ProgramPlan = {
      kind: 'files',
      copies: [{ from: place.file('problem', '008', 'interpreter', 'interpreter.c'), to: 'interpreter.c' }],
      takes: [{ from: [`code/${id}.mv`, `${id}.mv`, `src/${id}.mv`], to: 'program.mv' }],
      compile: [['gcc', '-O2', '-o', 'interpreter', 'interpreter.c']],
      keeps: ['interpreter', 'program.mv'],
      run: ['bash', '-o', 'pipefail', '-c', RUN],
    }
    const numbers = Array.from({ length: drawn === 'mov-hello' ? 1 : POINTS }, (_, index) => String(index + 1))
    return {
      id,
      programs: { code: program },
      points: [
        ...numbers.map((number) =>
          point(`${id}.${number}`, {
            program: 'code',
            expected: { kind: 'drawn', drawn, salt: number },
            limits: LIMITS,
          }),
        ),
        { id: `${id}.length`, excluded: 'the length of the standard answer was not published' },
      ],
    }
  })
}
