import { SCHEMA_VERSION, briefSchema, type Brief, type Parameter, type Question } from '../contracts/schema.ts'
import { countedTestcodes } from '../contracts/suites.ts'
import type { Benchmark, Mission } from '../contracts/types.ts'

/** Only for websites. The paper's advice comes first: every element that users act on must be addressable. */
const WEBSITE_ADVICE =
  'Give every element that a user reads, fills in or presses an id and a class that say what it is. ' +
  'A website listens on the port that the environment variable PORT names, or on its declared port without one.'

const HANDS =
  'It is tested with a mouse and a keyboard, by what a person sees. A choice may be made in any native or ARIA control, and a box may be a ' +
  'toggle. If a page asks before it does something, the question is answered with yes: in a dialogue of the browser, or in one of ' +
  'the page with a button that says yes and one that says no. What is in a frame is not tested.'

const NETWORK = 'Nothing but the loopback network is there while the project runs.'

/** The launchers start every project that they recognise, and any launch plan, regardless of the mission's stack. */
const STACK =
  'The technology is a suggestion and does not bind you: every project is accepted that Node or Python runs here.'
/** How packages are installed, and what a page is judged by where that might surprise. */
const PACKAGES =
  'Packages come from the registries of npm and Python. Scripts that npm runs when it installs, those of packages and of the ' +
  'project itself, run after that without a network; one that fails stops nothing.'
const PAGES =
  'The homepage has to be answered within the time to start, by default 30 s. Numbers may be written as any language writes them.'
const STATIC_FILES = 'A website may also consist of static files alone.'

/** The brief of a mission, without its testcodes, answers and canonical code. */
export async function briefOf(benchmark: Pick<Benchmark, 'input'>, mission: Mission, variant: string): Promise<Brief> {
  return briefSchema.parse({
    schemaVersion: SCHEMA_VERSION,
    mission: mission.id,
    title: mission.title,
    kind: mission.kind,
    variant,
    stack: mission.stack ?? 'free',
    advice: adviceOf(mission),
    materials: mission.namedMaterials ?? mission.materials,
    input: await benchmark.input(mission, variant),
  })
}

function adviceOf({ kind, questions }: Mission): string {
  const isWebsite = kind === 'website'
  // ProjectEval has its own questions and requires its stack: its rules are kept as published.
  const isFree = questions === undefined
  return [
    ...(isWebsite ? [WEBSITE_ADVICE] : []),
    NETWORK,
    ...(isFree ? [STACK, PACKAGES] : []),
    ...(isFree && isWebsite ? [STATIC_FILES, PAGES, HANDS] : []),
  ].join(' ')
}

/** The questions to the agent once its project is frozen: the parameters of each testcode, in words. */
export function questionsOf(mission: Mission): readonly Question[] {
  if (mission.questions) return mission.questions
  return countedTestcodes(mission)
    .filter(({ parameters = [] }) => parameters.length > 0)
    .map(({ id, page = '', function: name = '', parameters = [] }) => ({
      testcode: id,
      page,
      function: name,
      parameters: parameters.map((name) => {
        const parameter = mission.parameters?.[name]
        if (!parameter) throw new TypeError(`mission "${mission.id}" has no parameter "${name}"`)
        return { name, kind: parameter.kind, description: described(name, parameter, mission) }
      }),
    }))
}

/** How a value in a window is written, which is one for all testcodes. The other kinds are written as everybody writes them. */
const FORMATS: Readonly<Partial<Record<Parameter['kind'], string>>> = {
  point: 'Written as x,y in pixels from the top left corner of the window.',
  rectangle: 'Written as x,y,width,height in pixels from the top left corner of the window.',
  key: 'Written as the name of the key, such as Left, Space, F1 or a.',
  colour: 'Written as #rrggbb.',
}

/** The description with the format of the value, and the parameters whose values must differ from it. */
function described(own: string, parameter: Parameter, { parameters = {} }: Mission): string {
  const format = FORMATS[parameter.kind]
  // A mission declares a pair at one of the two only.
  const naming = Object.entries(parameters).filter(([, other]) => apartOf(other).includes(own))
  const others = [...new Set([...apartOf(parameter), ...naming.map(([name]) => name)])]
  const rule = parameter.kind === 'rectangle' ? 'Must not overlap' : 'Must differ from'
  return [
    parameter.description.trim(),
    ...(format === undefined ? [] : [format, 'The same for all testcodes.']),
    ...(others.length === 0 ? [] : [`${rule}: ${others.join(', ')}.`]),
  ].join(' ')
}

function apartOf(parameter: Parameter): readonly string[] {
  return 'apart' in parameter ? parameter.apart : []
}
