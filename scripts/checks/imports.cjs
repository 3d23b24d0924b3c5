/** Which part of harness/ may import which. Read by dependency-cruiser; type imports count like any other. */
const path = require('node:path')

const SEAMS = ['benchmarks', 'agents', 'launchers', 'sandbox', 'testers', 'scorers', 'reporters']

const SHARED_FILES = '^harness/(types|errors|schema|deadline|cleanup)[.]ts$'
const PLAIN = '^harness/(types|schema)[.]ts$|^harness/statistics/'

const PAGE = '^harness/reporters/html/app/'

/** Folders that hold no seam and no command: tools that any seam may use. */
const SHARED_FOLDERS = `^harness/(?!(${[...SEAMS, 'commands', 'flags', 'selftest', 'statistics', 'validate'].join('|')})/)[^/]+/`

function seamRule(seam) {
  return {
    name: `seam-${seam}`,
    comment: `${seam}/ imports itself, types, errors, schema, statistics and the shared folders: never another seam, nor what uses it.`,
    severity: 'error',
    from: { path: `^harness/${seam}/` },
    to: { path: '^harness/', pathNot: [`^harness/${seam}/`, SHARED_FILES, SHARED_FOLDERS, '^harness/statistics/'] },
  }
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that import each other, over whatever way, can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolved',
      comment: 'A rule cannot judge an import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...SEAMS.map(seamRule),
    {
      name: 'page-of-the-report',
      comment:
        'The program of the report runs in a browser: of the harness it sees the shapes of its data, and plain functions.',
      severity: 'error',
      from: { path: PAGE },
      to: {
        path: '^harness/',
        pathNot: [PAGE, '^harness/schema[.]ts$', '^harness/reporters/(percent|html/(data|reason))[.]ts$'],
      },
    },
    {
      name: 'page-needs-a-browser',
      comment: 'Nothing of Node is in a browser, and outside of it nothing of the page runs.',
      severity: 'error',
      from: { path: PAGE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nothing-imports-the-page',
      comment: 'It is bundled by the set-up, and read as text.',
      severity: 'error',
      from: { pathNot: PAGE },
      to: { path: PAGE },
    },
    {
      name: 'shared-folders-know-no-seam',
      comment: 'What every seam may use must not use a seam, or the seams are tied together through it.',
      severity: 'error',
      from: { path: SHARED_FOLDERS },
      to: { path: '^harness/', pathNot: [SHARED_FILES, SHARED_FOLDERS] },
    },
    {
      name: 'shapes-have-one-door',
      comment: 'Who needs a shape need not know which file of schema/ it lies in.',
      severity: 'error',
      from: { pathNot: '^harness/schema(/|[.]ts$)' },
      to: { path: '^harness/schema/' },
    },
    {
      name: 'seams-have-one-door',
      comment: 'Who needs a seam need not know which file of types/ it lies in.',
      severity: 'error',
      from: { pathNot: '^harness/types(/|[.]ts$)' },
      to: { path: '^harness/types/' },
    },
    {
      name: 'trial-below-run',
      comment: 'One trial knows nothing of the run, the commands or the command line.',
      severity: 'error',
      from: { path: '^harness/trial[.]ts$' },
      to: { path: '^harness/(commands/|run[.]ts$|cli[.]ts$|bin[.]ts$)' },
    },
    {
      name: 'commands-below-cli',
      severity: 'error',
      comment: 'A command is a handler: it does not know how it was called.',
      from: { path: '^harness/commands/' },
      to: { path: '^harness/(cli|bin)[.]ts$' },
    },
    {
      name: 'cli-only-from-bin',
      severity: 'error',
      comment: 'The library never leads into the command line.',
      from: { pathNot: '^harness/bin[.]ts$' },
      to: { path: '^harness/cli[.]ts$' },
    },
    {
      name: 'nothing-imports-bin',
      severity: 'error',
      comment: 'bin.ts exits the process.',
      from: {},
      to: { path: '^harness/bin[.]ts$' },
    },
    {
      name: 'numbers-are-pure',
      severity: 'error',
      comment: 'summary.ts and statistics/ turn values into values: no files, no clock, no packages.',
      from: { path: '^harness/(summary[.]ts$|statistics/)' },
      to: { pathNot: PLAIN },
    },
    {
      name: 'index-is-for-others',
      severity: 'error',
      comment: 'The public API re-exports what is inside; inside, the file itself is imported.',
      from: { path: '^harness/' },
      to: { path: '^harness/index[.]ts$' },
    },
    {
      name: 'harness-stands-alone',
      severity: 'error',
      comment: 'The program runs without its tests, scripts, missions and solutions; it reads missions as data.',
      from: { path: '^harness/' },
      to: { path: '^(test|scripts|missions|canonical|dist)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: path.join(__dirname, '../../tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
