/** `npm start`: the set-up, then a tour: two agents on a few small missions, the result in a few lines, and what to try next. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
const began = performance.now()
// Not more trials at a time, as `auto` would run: then nobody sees a result before half of the tour is over.
const AT_A_TIME = String(Math.max(2, availableParallelism()))
const TOUR = ['run', '--agent', 'canonical,faulty', '--missions', 'tour', '--level', '2', '--quick-first', '--json']
TOUR.push('--concurrency', AT_A_TIME)

if (process.argv.length > 2) {
  say('npm start takes no arguments; npx pe run --agent canonical,faulty --missions tour takes those of pe run')
  process.exit(2)
}

// Ctrl-C reaches the children, too, which end by themselves; they are waited for, so that nothing of theirs is left behind.
let isInterrupted = false
process.on('SIGINT', () => (isInterrupted = true))

const setUp = await node([path.join('scripts', 'setup.mjs'), '--start'], 'inherit')
if (setUp.code !== 0 || isInterrupted) process.exit(setUp.code || 130)
const setUpSeconds = secondsSince(began)
say(
  'The tour: two agents on three small missions, given their prompts and checklists (level 2). Each line below is a program that was started, used and judged.',
)
const { code, output } = await node([path.join('dist', 'pe', 'bin.js'), ...TOUR], 'pipe')
if (output === '') process.exit(code)
const summary = JSON.parse(output)
process.stdout.write(`\n${summary.incomplete ? stoppedText(summary) : resultText(summary)}\n`)
process.exitCode = code === 0 && !isSound(summary) ? 1 : code

/** Runs a program of this project. Its progress and its errors go to stderr at once. */
async function node(args, stdout) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', stdout, 'inherit'] })
  const forward = (signal) => child.kill(signal)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, forward)
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
  const [exitCode, signal] = await once(child, 'close')
  for (const name of ['SIGTERM', 'SIGHUP']) process.off(name, forward)
  return { code: exitCode ?? (signal === 'SIGINT' ? 130 : 1), output }
}

function stoppedText({ runId, report }) {
  return `The tour was stopped. Continue it with:  npx pe run --resume ${runId}\nReport  ${report}`
}

function resultText(summary) {
  const { groups, report } = summary
  const width = Math.max(...groups.map(({ agent }) => agent.length))
  const rows = groups.map((group) => `  ${group.agent.padEnd(width)}  ${pointsText(group)}  ${aboutOf(group)}`)
  return [
    ...rows,
    '',
    `Done in ${secondsSince(began)} s, of which the set-up took ${setUpSeconds} s.`,
    `Report  ${report}`,
    '',
    'Try next:',
    '  npx pe report                    # open this report in your browser',
    '  npx pe run --agent canonical     # our own solutions on all missions, in about 5 minutes',
    '  npx pe new agent my-agent        # write a first agent of your own; npx pe run --agent ./my-agent.ts judges it',
    '  npm run setup                    # to change pe itself: the packages of its tests, which npx vitest needs',
    '',
    'Not in the tour: games with a window (npm run setup -- desktop), and problems for an online judge\n(npx pe run --agent canonical --missions ordered-set; needs g++ and cmake).',
  ].join('\n')
}

function pointsText({ points, score }) {
  const percent = score === null ? 'no score' : `${(score * 100).toFixed(1)}%`
  return `${String(points.passed).padStart(3)} of ${points.total} points  ${percent.padStart(6)}`
}

function aboutOf(group) {
  if (group.agent !== 'canonical')
    return isAsExpected(group)
      ? 'the same with one fault in each program: the lines above and the report say what was found'
      : 'the same with one fault in each program, of which some were not found: please look at the report'
  return isAsExpected(group)
    ? 'our own solutions'
    : 'our own solutions, which must pass: please look at the report, and at npx pe doctor'
}

function isSound({ groups }) {
  return groups.length > 0 && groups.every(isAsExpected)
}

/** Our solutions pass, and the faults of the other agent, one in each program, are found. */
function isAsExpected({ agent, points, unjudged, missions }) {
  if (unjudged > 0) return false
  if (agent === 'canonical') return points.passed === points.total
  return missions.every((mission) => mission.points.passed < mission.points.total)
}

function secondsSince(start) {
  return Math.round((performance.now() - start) / 1000)
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
