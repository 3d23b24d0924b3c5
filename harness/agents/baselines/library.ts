import type { LibraryBaseline } from '../../contracts/schema.ts'
import { UsageError } from '../../errors.ts'
import { stubBodies } from '../../lib/syntax/outline/stubs.ts'
import { Parsers } from '../../lib/syntax/parse.ts'
import type { Agent, Project, ProjectFile } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'

/** A module in which every name is a mock that accepts everything. */
const MOCKS = `from unittest.mock import MagicMock


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    globals()[name] = MagicMock(name=name)
    return globals()[name]
`

/** The content of a module, given that of the canonical solution. */
const MODULES: Readonly<Record<LibraryBaseline, (text: string, parsers: Parsers) => Promise<string>>> = {
  'empty-files': () => Promise.resolve(''),
  stubs: (text, parsers) => stubBodies(text, 'return None', parsers),
  mocks: () => Promise.resolve(MOCKS),
}

/** The modules of the canonical solution with nothing in them: no text, functions that return `None`, or mocks. */
export function libraryBaseline(name: LibraryBaseline): (setup: AgentSetup) => Agent {
  return ({ canonical }) => ({
    name,
    generate: async ({ mission }) => hollow(name, mission, (await canonical(mission)).project),
    answer: async (_questions, _project, { mission }) => (await canonical(mission)).answers,
  })
}

async function hollow(name: LibraryBaseline, mission: string, project: Project): Promise<Project> {
  const parsers = new Parsers()
  const contentOf = MODULES[name]
  const files = project.files.map(async (file): Promise<ProjectFile> => {
    if (!file.path.endsWith('.py')) return file
    return { ...file, content: await contentOf(Buffer.from(file.content).toString('utf8'), parsers) }
  })
  if (!project.files.some(({ path }) => path.endsWith('.py')))
    throw new UsageError(`agent "${name}" needs a canonical solution in Python, and that of "${mission}" is not`)
  return { ...project, files: await Promise.all(files) }
}
