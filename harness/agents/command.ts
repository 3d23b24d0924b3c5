import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withoutSecretVariables } from '../lib/models/redact.ts'
import { serverName } from '../lib/models/resolve.ts'
import type { Answers, Brief, Question } from '../contracts/schema.ts'
import type { Agent, AgentContext, Project, ProjectFile, RoomFiles, RoomSetup } from '../contracts/types.ts'
import { collect, projectFiles, readToolFile } from './command/collect.ts'
import { openFeedbackPrograms, programsOf, type ReadProject } from './command/feedback/programs.ts'
import { commitsIn, committedProject, openRepository } from './command/repository.ts'
import { ModelAway, modelAway, nothingWritten, openPrompt, runTool } from './command/run-tool.ts'
import { settingsOf, type Settings } from './command/settings.ts'
import { answerReader } from './output/read.ts'
import { inputText, kindsText, materialsText, questionsText } from './protocol/describe.ts'
import { prompts } from './protocol/prompts.ts'
import type { AgentSetup } from './setup.ts'
import { withTimeout } from '../lib/async/deadline.ts'
import { DeadlineExceeded } from '../errors.ts'

const BRIEF = 'BRIEF.md'
const LAUNCH = 'launch.json'
const QUESTIONS = 'QUESTIONS.md'
const ANSWERS = 'ANSWERS.json'
const NOTHING: RoomFiles = { files: [], folders: [] }

/**
 * A command-line tool in a sandbox that reaches the hosts of its model and nothing else: `command:claude`, or one of
 * `pe.config.ts`.
 * @throws UsageError if the tool, its key or an option is missing
 */
export async function commandAgent(setup: AgentSetup): Promise<Agent> {
  const settings = await settingsOf(setup)
  const { name, tool, model, baseURL, environment } = settings
  const call = { prompt: '{{prompt}}', promptFile: '{{promptFile}}', model, baseURL: undefined }
  const [program = '', ...args] = tool.argv(call)
  return {
    name,
    continues: true,
    configuration: {
      kind: 'command',
      // Without the folder that it lies in, which is this machine's.
      argv: [path.basename(program), ...args],
      version: await versionOf(settings, setup),
      observed: settings.access !== undefined,
      ...(baseURL === undefined ? {} : { server: serverName({}, baseURL) }),
      // Variables can configure a tool, for example its model.
      ...(Object.keys(environment).length === 0 ? {} : { environment: withoutSecretVariables(environment) }),
      prompts: prompts().digest,
    },
    generate: (brief, context) => generate(brief, context, settings, setup.mission(brief.mission).room),
    answer: (questions, project, context) => answer(questions, project, context, settings),
  }
}

// ---- the project --------------------------------------------------------------------------------------------------

/** A tool that got no answer of its model is started again once, in another room. */
async function generate(
  brief: Brief,
  context: AgentContext,
  settings: Settings,
  beside: RoomFiles = NOTHING,
): Promise<Project> {
  try {
    return await generateOnce(brief, context, settings, beside)
  } catch (error) {
    if (!(error instanceof ModelAway) || !error.isUnheard || context.signal.aborted) throw error
    context.note(`the tool was started again: ${error.message.slice(0, 300)}`)
    return await generateOnce(brief, context, settings, beside)
  }
}

async function generateOnce(
  brief: Brief,
  context: AgentContext,
  settings: Settings,
  beside: RoomFiles,
): Promise<Project> {
  await using feedback = await openFeedbackPrograms(context, (sent) => projectOf(projectFiles(sent, [BRIEF]), brief))
  const { folder, entrance } = feedback
  await using prompt = await openPrompt(generatePrompt(brief, context))
  await using room = await context.openRoom({
    ...roomSetup(settings, 'generate'),
    shows: [...settings.shows, prompt.folder, ...(folder === undefined ? [] : [folder])],
    places: beside.folders,
    ...(context.earlier === undefined ? {} : { files: withLaunch(context.earlier) }),
  })
  if (!room.model)
    context.note('the calls of the tool were not observed: it has no setting for the address of its model')
  await writeFile(path.join(room.folder, BRIEF), `# ${brief.title}\n\n${inputText(brief)}\n`)
  const isRepository =
    context.feedback.repository === true && (await openRepository(room, { brief, beside, own: [BRIEF] }, context))
  const ended = await runTool(prompt, { room, purpose: 'generate' }, context, settings, entrance)
  const away = room.model && (await modelAway(room, settings.name, ended.output))
  if (away) throw away
  const committed = isRepository ? await committedProject(room, feedback, [BRIEF], context) : undefined
  const files = committed ?? (await collect(room.folder, [BRIEF], (text) => context.note(text)))
  const { project, notes } = await projectOf(files, brief)
  if (project.files.length === 0) throw (await modelAway(room, settings.name, ended.output)) ?? nothingWritten(ended)
  for (const note of notes) context.note(note)
  const commits = isRepository ? await commitsIn(room, context) : undefined
  return commits === undefined ? project : { ...project, artefacts: { ...project.artefacts, commits } }
}

/** A tool that is called through the gateway reaches nothing else. */
function roomSetup(
  { hosts, access, limits }: Settings,
  purpose: string,
): Pick<RoomSetup, 'hosts' | 'model' | 'limits'> {
  return access === undefined
    ? { hosts, limits }
    : { hosts: [], limits, model: { access: access.model, priceOf: access.priceOf, purpose } }
}

/** The files of an earlier round as a tool has left them, with its launch plan. */
function withLaunch({ files, launch }: Project): readonly ProjectFile[] {
  return launch === undefined ? files : [...files, { path: LAUNCH, content: JSON.stringify(launch) }]
}

function generatePrompt(brief: Brief, context: AgentContext): string {
  return prompts().fill('tool-generate', {
    input: inputText(brief),
    rules: prompts().fill(`rules-${brief.kind}`),
    launch: launchText(brief),
    advice: brief.advice,
    kind: brief.kind,
    stack: brief.stack,
    materials: materialsText(brief),
    feedback: feedbackText(context),
  })
}

/** Where the launch plan is written; empty if nothing is launched. */
function launchText({ kind }: Brief): string {
  if (!isLaunched(kind)) return ''
  const plan = prompts().fill(kind === 'website' ? 'tool-launch-website' : 'tool-launch-program')
  return prompts().fill('tool-launch', { plan })
}

/** A repository, and a library, are taken as they are: a file `launch.json` in them is one of the project. */
function isLaunched(kind: Brief['kind']): boolean {
  return kind !== 'source' && kind !== 'library'
}

/** One paragraph about the programs that the tool can call; empty if there are none. */
function feedbackText(context: AgentContext): string {
  const programs = programsOf(context)
  const submit = context.feedback.repository === true ? 'tool-submit-repository' : 'tool-submit'
  const says = { check: 'tool-check', submit } as const
  const { submissions, suites = [] } = context.feedback
  const parts = suites.length > 1 ? prompts().fill('tool-submit-parts', { parts: suites.join(', ') }) : ''
  const values = { submissions: String(submissions), parts }
  return programs.map((name) => `\n${prompts().fill(says[name], values)}\n`).join('')
}

/** The files that a tool wrote, with its launch plan read from among them. */
async function projectOf(files: readonly ProjectFile[], brief: Brief): Promise<ReadProject> {
  if (!isLaunched(brief.kind)) return { project: { files }, notes: [] }
  const plan = files.find((file) => file.path === LAUNCH)
  const own = files.filter((file) => file !== plan)
  if (!plan) return { project: { files: own }, notes: [`the tool wrote no ${LAUNCH}`] }
  const { launch, notes } = await answerReader.read('launch', Buffer.from(plan.content).toString('utf8'), brief.kind)
  return { project: { files: own, ...(launch === undefined ? {} : { launch }) }, notes }
}

// ---- the values of its parameters ---------------------------------------------------------------------------------

/** Runs the tool in a separate room with a copy of the frozen project. Changes to the copy are discarded. */
async function answer(
  questions: readonly Question[],
  project: Project,
  context: AgentContext,
  settings: Settings,
): Promise<Answers> {
  if (questions.length === 0) return {}
  const text = questionsText(questions)
  await using prompt = await openPrompt(
    prompts().fill('tool-answer', { questions: text, kinds: kindsText(questions, project) }),
  )
  const shows = [...settings.shows, prompt.folder]
  await using room = await context.openRoom({ ...roomSetup(settings, 'answer'), shows, files: project.files })
  await writeFile(path.join(room.folder, QUESTIONS), `${text}\n`)
  const { output } = await runTool(prompt, { room, purpose: 'answer' }, context, settings)
  const left = await readToolFile(room.folder, ANSWERS)
  const away = left === '' ? await modelAway(room, settings.name, output) : undefined
  if (away) throw away
  const { answers, notes } = await answerReader.read('answers', left, questions)
  for (const note of notes) context.note(note)
  return answers
}

// ---- version -------------------------------------------------------------------------------------------------------

const DEADLINE = 20_000
const OUTPUT_LIMIT = 10_000
/** Characters of a version: it is stored with each run. */
const LONGEST = 100

/**
 * The first line that a tool prints for `--version`, or `unknown`. It runs in an empty room without network and keys: a
 * tool that does not know the option may start to work, and then leaves nothing behind.
 */
async function versionOf({ program, shows }: Settings, { openRoom }: Pick<AgentSetup, 'openRoom'>): Promise<string> {
  await using room = await openRoom({ hosts: [], shows })
  const argv = [program.file, '--version']
  const running = await room.spawn({ argv, stdin: 'none', outputLimit: OUTPUT_LIMIT, endAtLimit: true })
  const exit = await withTimeout(running.exit, DEADLINE, 'time limit').catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return running.end(error.message)
    throw error
  })
  const line =
    running.stdout
      .text()
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.slice(0, LONGEST)
      .trim() ?? ''
  return exit.code === 0 && line !== '' ? line : 'unknown'
}
