import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Cleanup } from '../lib/async/cleanup.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import type { ModelClient } from '../lib/models/client.ts'
import type { Redactor } from '../lib/models/redact.ts'
import type { Model } from '../contracts/types.ts'
import type { Exchange } from '../lib/models/schema.ts'
import { openSandbox } from '../sandbox/index.ts'
import { AGENT_LIMITS, type SandboxLimits } from '../sandbox/limits.ts'
import { MiB } from '../lib/wording/bytes.ts'
import { agentUseSchema, type AgentUse, type ModelCall, type TrialKey, type SandboxName } from '../contracts/schema.ts'
import { AgentFault } from '../errors.ts'
import { scratchFolder } from '../lib/files/scratch.ts'
import { attemptOf } from '../store/earlier.ts'
import { addUse } from '../lib/statistics/use.ts'
import { conversationsOf, isAnswered, mainConversations } from '../lib/trajectory/conversations.ts'
import { toolCallsIn } from '../lib/trajectory/trajectory.ts'
import type { AgentReport, TrialStore } from '../store/store.ts'
import type { AgentContext, Room, RoomLimits, RoomModelSetup, RoomSetup } from '../contracts/types.ts'
import { Gateway } from '../gateway/gateway.ts'
import type { CallLog } from '../gateway/record.ts'
import { noFeedback, type FeedbackCalls } from './feedback-calls.ts'
import { plainCopy } from './plain-copy.ts'
import { RoomChanges } from './room-changes.ts'
import { materialise } from './workspace.ts'

/** Services of a run for its agents. */
export interface AgentServices {
  readonly client: ModelClient
  readonly redactor: Redactor
  /** @throws UsageError if no model has that name, or its key is missing */
  readonly resolve: (model: string) => Model
  /** Folders that no tool may see, including those of the runs. */
  readonly hides: readonly string[]
}

interface ContextParts {
  readonly key: TrialKey
  readonly store: TrialStore
  readonly sandbox: SandboxName
  readonly signal: AbortSignal
  readonly services?: AgentServices | undefined
  /** None by default. */
  readonly feedback?: FeedbackCalls
}

/** The context of one call of an agent, and the notes and usage that it reports during the call. */
export interface CallContext {
  readonly context: AgentContext
  readonly told: Required<AgentReport>
}

export function callContext(parts: ContextParts): CallContext {
  const { key, store, sandbox, signal, services, feedback = noFeedback() } = parts
  const notes: string[] = []
  const used: Omit<AgentUse, 'notes'>[] = []
  const { mission, variant, sample } = key
  const note = (text: string) => {
    if (notes.length < MOST_NOTES) notes.push(text.slice(0, LONGEST_NOTE))
    else notes[MOST_NOTES] = `there are more notes than ${String(MOST_NOTES)}; the others were left out`
  }
  const noteOnce = (text: string) => {
    if (!notes.includes(text.slice(0, LONGEST_NOTE))) note(text)
  }
  const context: AgentContext = {
    mission,
    variant,
    sample,
    signal,
    async ask({ model, messages, purpose = 'ask' }) {
      const { client, resolve } = available(services)
      const attempt = await attemptOf(store.folder)
      const resolved = typeof model === 'string' ? resolve(model) : model
      const log = store.exchanges
      return client.ask({ purpose, model: resolved, messages, sample, attempt, log, signal, note: noteOnce })
    },
    note,
    recorded: (key, step) => store.steps.once(key, step),
    used(use) {
      if (used.length >= MOST_REPORTS)
        throw new AgentFault(`the agent reported its usage more than ${String(MOST_REPORTS)} times`, 'limit')
      used.push(plainCopy(use, reportedUseSchema, 'the usage that the agent reported'))
    },
    keepOutput: (name, text) => store.writeAgentOutput(name, text),
    openRoom: (setup) => {
      const { client, redactor, hides } = available(services)
      return openRoom(setup, sandbox, hides, { client, redactor, log: store.modelCalls, signal })
    },
    feedback: feedback.feedback,
    check: (project, answers) => feedback.check(project, answers),
    submit: (project, answers, suite) => feedback.submit(project, answers, suite),
  }
  return { context, told: { notes, used } }
}

const LONGEST_NOTE = 500
/** Of one call of an agent. */
const MOST_NOTES = 1000
const MOST_REPORTS = 1000

const reportedUseSchema = agentUseSchema.omit({ notes: true })

function available(services: AgentServices | undefined): AgentServices {
  if (!services) throw new TypeError('this run offers no models and no rooms to its agents')
  return services
}

/** The parts of a run that a room with a model needs. */
interface RoomServices {
  readonly client: ModelClient
  readonly redactor: Redactor
  readonly log: CallLog
  readonly signal: AbortSignal
}

/** The port of the gateway inside of a room with a loopback of its own. */
const GATEWAY_PORT = 3130

/**
 * Opens a room with its own folder and sandbox. Disposing the room removes both.
 * @param services Needed for a room with a model
 */
export async function openRoom(
  { hosts, shows, places = [], files = [], model, limits = {} }: RoomSetup,
  name: SandboxName,
  hides: readonly string[],
  services?: RoomServices,
): Promise<Room> {
  await using stack = new Cleanup()
  const scratch = stack.use(await scratchFolder())
  const folder = path.join(scratch.path, 'project')
  await mkdir(folder)
  if (files.length > 0) await materialise({ files }, folder)
  // Without namespaces, a room has no loopback of its own.
  const socket = name === 'bubblewrap' ? path.join(scratch.path, 'gateway') : undefined
  const gateway = model && stack.use(await openGateway(model, folder, socket, services))
  const port = socket === undefined ? gateway?.port : GATEWAY_PORT
  const options = {
    limits: roomLimits(limits),
    hosts,
    shows,
    places,
    hides: [packageRoot(import.meta.dirname), ...hides],
    browser: false,
    ...(gateway && socket !== undefined ? { gateway: { socket, port: GATEWAY_PORT } } : {}),
  }
  const sandbox = stack.use(await openSandbox(name, scratch.path, options))
  const owned = stack.move()
  return {
    folder,
    ...(gateway && port !== undefined ? { model: gateway.roomModel(port) } : {}),
    spawn: (command) => sandbox.spawn({ ...command, cwd: folder }),
    unreachable: async () => sandbox.unreachable?.(),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

async function openGateway(
  model: RoomModelSetup,
  folder: string,
  socket: string | undefined,
  services: RoomServices | undefined,
): Promise<Gateway> {
  if (!services) throw new TypeError('this room has no models')
  const changes = new RoomChanges(folder)
  await changes.since()
  return Gateway.open({ ...model, ...services, changes: () => changes.since() }, socket ?? 0)
}

function roomLimits({ memoryMiB, processors, seconds }: RoomLimits): SandboxLimits {
  return {
    ...AGENT_LIMITS,
    ...(memoryMiB === undefined ? {} : { memory: memoryMiB * MiB }),
    ...(processors === undefined ? {} : { processors }),
    ...(seconds === undefined ? {} : { cpu: seconds }),
  }
}

/** Total usage of the agent of a trial; undefined if it called no model and reported nothing. */
export async function useOf(store: TrialStore, told: readonly AgentReport[]): Promise<AgentUse | undefined> {
  const exchanges = [...(await store.exchanges.read()).values()]
  const observed = await store.modelCalls.read()
  const tools = [...told.flatMap(({ used = [] }) => used), ...useOfCalls(observed)]
  const notes = told.flatMap((each) => each.notes ?? [])
  if (exchanges.length === 0 && tools.length === 0 && notes.length === 0) return undefined
  const sum = addUse([...exchanges.map(useOfExchange), ...tools])
  const models = [...exchanges.map(modelOf), ...tools.flatMap((tool) => tool.models)]
  return { ...sum, models: distinct(models), notes }
}

/** Calls without an answer count if they may have to be paid. Nothing that the tool itself reports is used. */
function useOfCalls(calls: readonly ModelCall[]): Omit<AgentUse, 'notes'>[] {
  const main = new Set(mainConversations(conversationsOf(calls)).flatMap((each) => each.calls))
  return calls
    .filter((call) => call.api !== 'unknown' && (isAnswered(call) || call.tokens !== null))
    .map((call) => ({
      ...{ calls: 1, reused: 0, tokens: call.tokens, cost: call.cost, paid: call.cost },
      turns: main.has(call) && isAnswered(call) ? 1 : 0,
      toolCalls: toolCallsIn(call),
      models: [{ asked: call.model ?? 'unknown', answered: call.answer?.model ?? null, price: call.price }],
    }))
}

export function useOfExchange({ reused, response: { tokens }, cost }: Exchange) {
  return { calls: 1, reused: reused ? 1 : 0, tokens, cost, paid: reused ? 0 : cost }
}

function modelOf({ request, response, price }: Exchange): AgentUse['models'][number] {
  return { asked: request.model, answered: response.model, price }
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
