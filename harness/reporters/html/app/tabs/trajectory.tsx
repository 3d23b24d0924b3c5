import { useState } from 'preact/hooks'
import type { PlainTrajectory, TrajectoryStep } from '../../../../contracts/schema.ts'
import { isAbsent, type TrajectoryChunk } from '../../data.ts'
import { money } from '../cost.ts'
import { count, duration, number } from '../format.ts'
import { GrowingProject } from '../parts/growing-project.tsx'
import { Fold } from '../parts/fold.tsx'
import { Missing } from '../parts/text.tsx'

/** The work of the agent, step by step: messages, reasoning, calls of tools and their results, changed files. */
export function TrajectoryTab({ chunk }: { readonly chunk: TrajectoryChunk }) {
  const [query, setQuery] = useState('')
  if (isAbsent(chunk)) return <Missing absent={chunk.absent} />
  const { steps, subagent_trajectories: others = [] } = chunk
  const found = steps.filter((step) => includes(step, query))
  return (
    <section class="trajectory">
      <h2>
        Trajectory <small>{factsOf(chunk)}</small>
      </h2>
      <TimeAndMoney trajectory={chunk} />
      <GrowingProject steps={steps} />
      <p class="trajectory-search">
        <label>
          Search <input type="search" value={query} onInput={({ currentTarget }) => setQuery(currentTarget.value)} />
        </label>{' '}
        <span role="status">{query === '' ? '' : `${number(found.length)} of ${count(steps.length, 'step')}`}</span>
      </p>
      <Steps steps={found} began={steps[0]?.timestamp ?? ''} />
      {others.map((other, index) => (
        <details key={index} class="call">
          <summary>
            <b>Another conversation</b> <small>{factsOf(other)}</small>
          </summary>
          <Steps steps={other.steps} began={steps[0]?.timestamp ?? other.steps[0]?.timestamp ?? ''} />
        </details>
      ))}
    </section>
  )
}

function factsOf({ agent, final_metrics: total }: PlainTrajectory): string {
  const { total_prompt_tokens: input, total_completion_tokens: output, total_cached_tokens: cached = 0 } = total
  const tokens =
    input === undefined || output === undefined
      ? 'tokens unknown'
      : `${number(input)} (${number(cached)} cached) → ${number(output)} tokens`
  return [
    ...(agent.model_name === undefined ? [] : [agent.model_name]),
    count(total.extra.turns, 'turn'),
    count(total.extra.tool_calls, 'call of tools', 'calls of tools'),
    tokens,
    total.total_cost_usd === undefined ? 'cost unknown' : money(total.total_cost_usd),
    `${duration(total.extra.milliseconds)} of waiting for the model`,
  ].join(' · ')
}

function includes(step: TrajectoryStep, query: string): boolean {
  return query === '' || JSON.stringify(step).toLowerCase().includes(JSON.stringify(query.toLowerCase()).slice(1, -1))
}

/** How often each tool was called, and the share of the steps after its calls that failed. */
function TimeAndMoney({ trajectory }: { readonly trajectory: PlainTrajectory }) {
  const tools = new Map<string, { calls: number; failed: number }>()
  for (const { tool_calls: calls = [], observation } of trajectory.steps)
    for (const call of calls) {
      const own = tools.get(call.function_name) ?? { calls: 0, failed: 0 }
      const result = observation?.results.find((each) => each.source_call_id === call.tool_call_id)
      tools.set(call.function_name, {
        calls: own.calls + 1,
        failed: own.failed + (result?.extra?.failed === true ? 1 : 0),
      })
    }
  if (tools.size === 0) return null
  const sorted = [...tools].toSorted(([, one], [, other]) => other.calls - one.calls)
  return (
    <p class="facts-line">
      {sorted
        .map(
          ([name, { calls, failed }]) =>
            `${name} × ${number(calls)}${failed === 0 ? '' : ` (${number(failed)} failed)`}`,
        )
        .join(' · ')}
    </p>
  )
}

function Steps({ steps, began }: { readonly steps: readonly TrajectoryStep[]; readonly began: string }) {
  return (
    <ol class="messages">
      {steps.map((step) => (
        <Step key={step.step_id} step={step} began={began} />
      ))}
    </ol>
  )
}

function Step({ step, began }: { readonly step: TrajectoryStep; readonly began: string }) {
  const { source, message, reasoning_content: reasoning, tool_calls: calls = [], observation, extra } = step
  const { files = [], failures = [], fault } = extra
  return (
    <li class={`message role-${source === 'agent' ? 'answer' : source}`} id={`step-${String(step.step_id)}`}>
      <h3>
        {number(step.step_id)} {source} <small>{factsOfStep(step, began)}</small>
      </h3>
      {failures.map((failure, index) => (
        <p key={index} class="absent">
          Tried again after: {failure}
        </p>
      ))}
      {fault !== undefined && <p class="outcome">{fault}</p>}
      {reasoning !== undefined && <Fold title="Reasoning" text={reasoning} />}
      {message !== '' && <Fold title="Message" text={message} isPlain />}
      {calls.map((call, index) => (
        <Fold
          key={index}
          title={`${call.function_name} ${summaryOf(call.arguments)}`}
          text={argumentsText(call.arguments)}
        />
      ))}
      {observation?.results.map((result, index) => (
        <Fold key={index} title={result.extra?.failed === true ? 'Result (failed)' : 'Result'} text={result.content} />
      ))}
      {files.map((file, index) => (
        <Fold key={index} title={`${file.change} ${file.path}`} text={file.text ?? ''} />
      ))}
    </li>
  )
}

function factsOfStep({ timestamp, metrics, extra }: TrajectoryStep, began: string): string {
  const { prompt_tokens: input, completion_tokens: output, cost_usd: cost } = metrics ?? {}
  return [
    `+${duration(Math.max(0, Date.parse(timestamp) - Date.parse(began)))}`,
    extra.purpose,
    ...(metrics === undefined ? [] : [duration(metrics.extra.milliseconds)]),
    ...(input === undefined || output === undefined ? [] : [`${number(input)} → ${number(output)} tokens`]),
    ...(cost === undefined ? [] : [money(cost)]),
    ...(extra.stop === undefined ? [] : [extra.stop]),
  ].join(' · ')
}

type Arguments = Readonly<Record<string, unknown>>

/** The shortest argument that says what the call is about: a path, a command. */
function summaryOf(args: Arguments): string {
  const texts = ['file_path', 'filePath', 'path', 'command', 'cmd', 'pattern', 'text'].map((name) => args[name])
  const first = texts.find((text) => typeof text === 'string')
  return typeof first === 'string' ? first.split('\n', 1).join('').slice(0, 120) : ''
}

function argumentsText(args: Arguments): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`)
    .join('\n')
}
