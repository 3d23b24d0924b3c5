import type { FunnelStep, GroupInfo } from '../../data.ts'
import type { Model } from '../model.ts'
import { number } from '../format.ts'
import { Scroll } from './scroll.tsx'

type Name = FunnelStep['step']

/** A step as the page shows it. */
interface ShownStep {
  readonly name: string
  readonly about: string
}

const STEPS: Readonly<Record<Name, ShownStep>> = {
  generated: { name: 'generated', about: 'The agent gave something.' },
  parsed: { name: 'parsed', about: 'A project could be read from it.' },
  installed: { name: 'installed', about: 'Its packages were installed.' },
  launched: { name: 'launched', about: 'It started.' },
  answered: { name: 'answered', about: 'It answers: its homepage is there, or the program prompts or ends.' },
  passed: { name: 'passed', about: 'Every testcode passes.' },
}

/** A library is neither started nor asked for anything. */
const STEPS_OF_LIBRARIES: Readonly<Partial<Record<Name, ShownStep>>> = {
  generated: STEPS.generated,
  parsed: STEPS.parsed,
  answered: { name: 'testable', about: 'Its tests can begin.' },
  passed: { name: 'passed', about: 'Every test passes.' },
}

/** How many projects of each agent come how far: where agents die. */
export function FunnelTable({ model }: { readonly model: Model }) {
  const shown: Readonly<Partial<Record<Name, ShownStep>>> = model.areLibraries ? STEPS_OF_LIBRARIES : STEPS
  return (
    <section aria-labelledby="funnel-title">
      <h2 id="funnel-title">
        How far projects come <small>from what the agent gave to every {model.words.testcode} passed</small>
      </h2>
      <Scroll label="Steps">
        <table class="funnel">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              {Object.values(shown).map(({ name, about }) => (
                <th scope="col" key={name} title={about}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {model.overview.groups.map((group) => (
              <Row key={group.name} group={group} steps={group.funnel.filter(({ step }) => step in shown)} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

interface RowProps {
  readonly group: GroupInfo
  readonly steps: readonly FunnelStep[]
}

function Row({ group: { label, trials }, steps }: RowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {steps.map((step, index) => (
        <td key={step.step}>
          <Ribbon from={shareOf(steps[index - 1], trials) ?? 1} to={shareOf(step, trials)} />
          <Reached step={step} before={index === 0 ? trials : (steps[index - 1]?.count ?? trials)} />
        </td>
      ))}
    </tr>
  )
}

/** Undefined if it is not known of all. */
function shareOf(step: FunnelStep | undefined, trials: number): number | undefined {
  if (!step || step.unknown > 0) return undefined
  return trials === 0 ? 0 : step.count / trials
}

/** A band as high as the share of projects that came this far. */
function Ribbon({ from, to }: { readonly from: number; readonly to: number | undefined }) {
  const a = 18 * from
  const b = 18 * (to ?? from)
  const path = `M0 ${20 - a}C14 ${20 - a} 14 ${20 - b} 30 ${20 - b}L101 ${20 - b}L101 ${20 + b}L30 ${20 + b}C14 ${20 + b} 14 ${20 + a} 0 ${20 + a}Z`
  return (
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true" class={to === undefined ? 'unknown' : ''}>
      <path d={path} />
    </svg>
  )
}

function Reached({ step: { count, unknown }, before }: { readonly step: FunnelStep; readonly before: number }) {
  if (unknown > 0)
    return (
      <span class="reached" title={`Of ${number(unknown)} the run does not say.`}>
        {number(count)}–{number(count + unknown)}
      </span>
    )
  return (
    <span class="reached">
      {number(count)}
      {count < before && <b class="lost"> −{number(before - count)}</b>}
    </span>
  )
}
