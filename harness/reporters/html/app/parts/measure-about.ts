/** A sentence about each measure of the papers. Scorers of users have none. */
const ABOUT: Readonly<Record<string, string>> = {
  'weighted-average': 'Tests that passed, averaged over the repositories by the lines of their references.',
  'error-types':
    'How many types of errors tests ended with. A project that fails everything in one way has one type, so fewer types are not better.',
  'project-scale': 'Lines of Python in a project, empty ones included.',
  coverage: 'Share of the categories of features that the project has a feature in.',
  novelty: 'Share of the features of the project that are in no category. More is neither better nor worse.',
}

export function aboutMeasure(name: string): string | undefined {
  return Object.hasOwn(ABOUT, name) ? ABOUT[name] : undefined
}
