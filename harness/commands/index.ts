import type { CommandEntry, CommandGroup, Paper } from '../contracts/paper.ts'

type Entry = Omit<CommandEntry, 'group'>

/**
 * All commands by the groups in which `pe --help` lists them; a new one is one new file and one entry here. A command is loaded when it is
 * called, so that `pe --help` does not wait for a browser library.
 */
const groups = {
  Run: {
    run: {
      call: 'run',
      about: 'run agents on missions and judge what they write',
      load: () => import('./run.ts'),
    },
    grade: {
      call: 'grade <run>',
      about: 'judge the recorded projects of a run again, without calling the agents',
      load: () => import('./grade.ts'),
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
    cache: {
      call: 'cache <what>',
      about: 'list or clear the cached answers of models',
      load: () => import('./cache.ts'),
    },
  },
  Look: {
    report: {
      call: 'report [runs..]',
      about: 'open the report of one or several runs in your browser',
      load: () => import('./report.ts'),
    },
    view: {
      call: 'view',
      about: 'open the list of all runs in your browser',
      load: () => import('./view.ts'),
    },
    trace: {
      call: 'trace <run> <trial> [testcode]',
      about: `open a recorded trace in Playwright's trace viewer`,
      load: () => import('./trace.ts'),
    },
    export: {
      call: 'export [run]',
      about: 'write a run as JSON, CSV, XLSX, JUnit XML, Markdown or one HTML page',
      load: () => import('./export.ts'),
    },
  },
  Compare: {
    compare: {
      call: 'compare <runs..>',
      about: 'compare runs, with confidence intervals and p-values',
      load: () => import('./compare.ts'),
    },
    leaderboard: {
      call: 'leaderboard [runs..]',
      about: 'rank the agents of many runs in one table',
      load: () => import('./leaderboard.ts'),
    },
    tables: {
      call: 'tables <runs..>',
      about: 'print the tables of the paper that published a benchmark',
      load: () => import('./tables.ts'),
    },
    score: {
      call: 'score [run]',
      about: 'compute the similarity of projects to the canonical solutions',
      load: () => import('./score.ts'),
    },
    agreement: {
      call: 'agreement <run> <other>',
      about: 'compare the verdicts of a run with published ones, or with another run',
      load: () => import('./agreement.ts'),
    },
  },
  'Your own': {
    new: {
      call: 'new <what> <name>',
      about: 'write a first agent, mission, launcher, tester, scorer or reporter',
      load: () => import('./new.ts'),
    },
  },
  Check: {
    doctor: {
      call: 'doctor',
      about: 'check what is installed, what is missing, and how to get it',
      load: () => import('./doctor.ts'),
    },
    validate: {
      call: 'validate [missions..]',
      about: 'check that testcodes accept good solutions and catch faults',
      load: () => import('./validate.ts'),
    },
    redteam: {
      call: 'redteam [missions..]',
      about: 'judge cheating projects and count the points that they get',
      load: () => import('./redteam.ts'),
    },
    'judge-check': {
      call: 'judge-check <benchmark>',
      about: 'compare the verdicts of a model with those of people (RepoCraft, ProjDevBench)',
      load: () => import('./judge-check.ts'),
    },
    selftest: {
      call: 'selftest [names..]',
      about: `attack this machine's sandbox with hostile projects`,
      load: () => import('./selftest.ts'),
    },
  },
  'Many machines': {
    plan: {
      call: 'plan',
      about: 'create a run without executing it',
      load: () => import('./plan.ts'),
    },
    worker: {
      call: 'worker',
      about: 'execute trials from the queue of a Redis on this machine',
      load: () => import('./worker.ts'),
    },
    status: {
      call: 'status [run]',
      about: 'show the progress of a run, and the workers of its queue',
      load: () => import('./status.ts'),
    },
    requeue: {
      call: 'requeue <run> <trials..>',
      about: 'take trials from their workers and give them to others',
      load: () => import('./requeue.ts'),
    },
    merge: {
      call: 'merge <runs..>',
      about: 'merge runs that executed shards of the same plan',
      load: () => import('./merge.ts'),
    },
  },
} as const satisfies Record<CommandGroup, Record<string, Entry>>

/** All commands by name, each with its group. */
export function commandsOf(papers: readonly Paper[]): ReadonlyMap<string, CommandEntry> {
  const own = Object.entries(groups).flatMap(([group, members]) =>
    Object.entries<Entry>(members).map(([name, entry]) => [name, { ...entry, group: group as CommandGroup }] as const),
  )
  return new Map([...own, ...papers.flatMap(({ commands = {} }) => Object.entries(commands))])
}

/** The commands as `pe --help` lists them. */
export function commandsText(commands: ReadonlyMap<string, CommandEntry>): string {
  const entries = [...commands.values()]
  const width = Math.max(...entries.map(({ call }) => call.length))
  return Object.keys(groups)
    .map((title) => {
      const members = entries.filter(({ group }) => group === title)
      return [`${title}:`, ...members.map(({ call, about }) => `  pe ${call.padEnd(width)}  ${about}`)].join('\n')
    })
    .join('\n\n')
}
