/** Which part of harness/ may import which. Read by dependency-cruiser; type imports count like any other. */
const path = require('node:path')

/** From top to bottom: a folder imports those below it. */
const LAYERS = ['commands', 'quality', 'run', 'trial', 'store']
const SEAMS = ['benchmarks', 'agents', 'gateway', 'launchers', 'sandbox', 'testers', 'scorers', 'reporters']

/** The entries of the program, which connect papers with the rest. */
const ENTRIES = ['^harness/cli[.]ts$', '^harness/isolated-trial[.]ts$']

/** Allowed imports of every folder. */
const EVERYWHERE = ['^harness/errors[.]ts$', '^harness/contracts/', '^harness/lib/']

const PAGE = '^harness/reporters/html/app/'

function layerRule(layer, index) {
  const below = LAYERS.slice(index).concat(SEAMS)
  return {
    name: `layer-${layer}`,
    comment: `${layer}/ imports itself and the folders below it: ${below.slice(1).join(', ')}, contracts and lib.`,
    severity: 'error',
    from: { path: `^harness/${layer}/` },
    to: { path: '^harness/', pathNot: [...below.map((each) => `^harness/${each}/`), ...EVERYWHERE] },
  }
}

function seamRule(seam) {
  return {
    name: `seam-${seam}`,
    comment: `${seam}/ imports itself, contracts and lib; never another seam, and never the code that uses it.`,
    severity: 'error',
    from: { path: `^harness/${seam}/` },
    to: { path: '^harness/', pathNot: [`^harness/${seam}/`, ...EVERYWHERE] },
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
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that import each other can only be understood together.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^harness/[^/]+$|^harness/lib/[^/]+$' },
      to: { circular: true, path: '^harness/[^/]+$|^harness/lib/[^/]+$' },
    },
    {
      name: 'playwright-when-used',
      comment:
        'The library takes 0.4 s of each start of the program if it is imported: use lib/browser/library.ts. Types cost nothing.',
      severity: 'error',
      from: { path: '^harness/', pathNot: '^harness/lib/browser/library[.]ts$' },
      to: {
        path: 'node_modules/(@playwright/|playwright)',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...LAYERS.map(layerRule),
    ...SEAMS.map(seamRule),
    {
      name: 'papers-use-seams',
      comment: 'A paper imports itself, the seams, contracts and lib. What a command of it does is the exception.',
      severity: 'error',
      from: { path: '^harness/papers/([^/]+)/', pathNot: '^harness/papers/[^/]+/commands/' },
      to: {
        path: '^harness/',
        pathNot: ['^harness/papers/$1/', ...SEAMS.map((each) => `^harness/${each}/`), ...EVERYWHERE],
      },
    },
    {
      name: 'papers-know-no-other',
      comment: 'The commands of a paper import the folders below them too, and no other paper.',
      severity: 'error',
      from: { path: '^harness/papers/([^/]+)/commands/' },
      to: {
        path: '^harness/',
        pathNot: ['^harness/papers/$1/', ...[...LAYERS, ...SEAMS].map((each) => `^harness/${each}/`), ...EVERYWHERE],
      },
    },
    {
      name: 'papers-are-removable',
      comment: 'papers/index.ts lists them for the entries of the program; nothing else knows a paper.',
      severity: 'error',
      from: { path: '^harness/', pathNot: ['^harness/papers/', ...ENTRIES] },
      to: { path: '^harness/papers/' },
    },
    {
      name: 'papers-are-listed-once',
      comment: 'No file of a paper needs the list of all papers.',
      severity: 'error',
      from: { path: '^harness/papers/[^/]+/' },
      to: { path: '^harness/papers/index[.]ts$' },
    },
    {
      name: 'page-of-the-report',
      comment:
        'The program of the report runs in a browser: of the harness it sees the shapes of its data, and plain functions.',
      severity: 'error',
      from: { path: PAGE },
      to: {
        path: '^harness/',
        pathNot: [
          PAGE,
          '^harness/contracts/(schema|variants|vocabulary)[.]ts$',
          '^harness/reporters/(percent|points|html/(data|reason))[.]ts$',
          '^harness/lib/(wording/category|collections/group-by)[.]ts$',
        ],
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
      name: 'contracts-stand-alone',
      comment: 'Everything speaks the language of contracts/, so it imports nothing but the errors.',
      severity: 'error',
      from: { path: '^harness/contracts/' },
      to: { path: '^harness/', pathNot: ['^harness/contracts/', '^harness/errors[.]ts$'] },
    },
    {
      name: 'lib-knows-no-seam',
      comment: 'lib/ holds tools that any folder may use; if it imported a seam, it would tie the seams together.',
      severity: 'error',
      from: { path: '^harness/lib/' },
      to: { path: '^harness/', pathNot: EVERYWHERE },
    },
    {
      name: 'shapes-have-one-door',
      comment: 'Who needs a shape need not know which file of schema/ it lies in.',
      severity: 'error',
      from: { pathNot: '^harness/contracts/schema(/|[.]ts$)' },
      to: { path: '^harness/contracts/schema/' },
    },
    {
      name: 'seams-have-one-door',
      comment: 'Who needs a seam need not know which file of types/ it lies in.',
      severity: 'error',
      from: { pathNot: '^harness/contracts/types(/|[.]ts$)' },
      to: { path: '^harness/contracts/types/' },
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
      comment:
        'run/summary.ts, lib/statistics/ and lib/collections/ turn values into values: no files, no clock, no packages. A digest is a value, too.',
      from: { path: '^harness/(run/summary[.]ts$|lib/(statistics|collections)/)' },
      to: { pathNot: ['^harness/contracts/', '^harness/lib/(statistics|collections)/', '^crypto$'] },
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
