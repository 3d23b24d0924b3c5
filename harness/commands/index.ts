import type { Command } from './flags/command.ts'

interface CommandEntry {
  /** The command and its positionals: <required>, [optional], and `..` for several. */
  readonly call: string
  readonly about: string
  /** A command is loaded when it is called, so that `pe --help` does not wait for a browser library. */
  readonly load: () => Promise<{ readonly command: Command }>
}

/** All commands; a new one is one new file and one entry here. */
export const commands = {
  run: {
    call: 'run',
    about: 'run an agent on missions and judge what it writes',
    load: () => import('./run.ts'),
  },
  plan: {
    call: 'plan',
    about: 'write the folder of a run with its trials, and call nobody',
    load: () => import('./plan.ts'),
  },
  merge: {
    call: 'merge <runs..>',
    about: 'join runs that did parts of the same trials on several machines',
    load: () => import('./merge.ts'),
  },
  worker: {
    call: 'worker',
    about: 'take trials from the queue of a Redis, and run them on this machine',
    load: () => import('./worker.ts'),
  },
  status: {
    call: 'status [run]',
    about: 'show how far a run is, and the workers of its queue',
    load: () => import('./status.ts'),
  },
  requeue: {
    call: 'requeue <run> <trials..>',
    about: 'take trials from their workers and give them to others',
    load: () => import('./requeue.ts'),
  },
  list: {
    call: 'list [what]',
    about: 'list missions, variants, agents or runs',
    load: () => import('./list.ts'),
  },
  show: {
    call: 'show <mission>',
    about: 'show a mission, or what an agent is told or asked about it',
    load: () => import('./show.ts'),
  },
  report: {
    call: 'report [runs..]',
    about: 'rebuild the report of one or several runs, serve it on loopback and open it',
    load: () => import('./report.ts'),
  },
  view: {
    call: 'view',
    about: 'list the runs, serve the list with their reports on loopback and open it',
    load: () => import('./view.ts'),
  },
  trace: {
    call: 'trace <run> <trial> [testcode]',
    about: `open a recorded trace in Playwright's trace viewer`,
    load: () => import('./trace.ts'),
  },
  compare: {
    call: 'compare <runs..>',
    about: 'say how far apart runs are, and whether that could be chance',
    load: () => import('./compare.ts'),
  },
  export: {
    call: 'export [run]',
    about: 'write a run as JSON, CSV, XLSX, JUnit XML, Markdown or one HTML page',
    load: () => import('./export.ts'),
  },
  leaderboard: {
    call: 'leaderboard [runs..]',
    about: 'rank the agents of many runs in one table',
    load: () => import('./leaderboard.ts'),
  },
  score: {
    call: 'score [run]',
    about: 'compute how similar projects are to the canonical solutions',
    load: () => import('./score.ts'),
  },
  selftest: {
    call: 'selftest [names..]',
    about: 'run the hostile projects against the sandbox of this machine',
    load: () => import('./selftest.ts'),
  },
  validate: {
    call: 'validate [missions..]',
    about: 'check whether testcodes measure what they claim',
    load: () => import('./validate.ts'),
  },
  redteam: {
    call: 'redteam [missions..]',
    about: 'judge cheating projects and say how many points they get',
    load: () => import('./redteam.ts'),
  },
  agreement: {
    call: 'agreement <run> <other>',
    about: 'compare the verdicts of a run with published ones, or with another run',
    load: () => import('./agreement.ts'),
  },
  grade: {
    call: 'grade <run>',
    about: 'judge the recorded projects of a run again, without calling the agents',
    load: () => import('./grade.ts'),
  },
  build: {
    call: 'build <benchmark>',
    about: 'build tasks of RepoCraft from a Python repository with tests',
    load: () => import('./build.ts'),
  },
  'judge-check': {
    call: 'judge-check <benchmark>',
    about: 'measure how often a model judges tasks of libraries rightly',
    load: () => import('./judge-check.ts'),
  },
  cache: {
    call: 'cache <what>',
    about: 'list or clear the cached answers of models',
    load: () => import('./cache.ts'),
  },
  new: {
    call: 'new <what> <name>',
    about: 'write a file of your own to begin from: an agent, a mission, …',
    load: () => import('./new.ts'),
  },
  doctor: {
    call: 'doctor',
    about: 'check what is installed, what is missing, and how to get it',
    load: () => import('./doctor.ts'),
  },
} as const satisfies Record<string, CommandEntry>

export type CommandName = keyof typeof commands
