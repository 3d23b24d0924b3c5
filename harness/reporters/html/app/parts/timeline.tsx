import type { TrialPage } from '../../data.ts'
import { duration } from '../format.ts'
import { STATUS_TEXTS } from '../status.tsx'

interface Props {
  readonly page: TrialPage
  /** `testcode`, or `test`. */
  readonly noun: string
  readonly addressOf: (index: number) => string
}

const ABOUT: Readonly<Record<string, string>> = {
  generate: 'the agent writes the project',
  freeze: 'the project is written down and hashed',
  answer: 'the agent answers for its parameters',
  launch: 'installing and starting',
  open: 'a browser or a place to run in',
  judge: 'all testcodes',
}

/** Where the time went: the stages of the trial, and within judging the testcodes. */
export function Timeline({ page, noun, addressOf }: Props) {
  const total = page.stages.reduce((sum, stage) => sum + stage.milliseconds, 0)
  if (total === 0) return null
  const judged = page.verdicts.filter(({ milliseconds }) => milliseconds > 0)
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">
        Time <small>{duration(total)} in all</small>
      </h2>
      <ol class="stages">
        {page.stages.map(({ name, milliseconds }) => (
          <li
            key={name}
            style={{ flexGrow: milliseconds / total }}
            class={`stage-${name}`}
            title={`${name}: ${ABOUT[name] ?? ''}`}
          >
            <span>{name}</span> <small>{duration(milliseconds)}</small>
          </li>
        ))}
      </ol>
      {judged.length > 0 && (
        <>
          <h3>Each {noun}, in the order of judging</h3>
          <div class="ticks">
            {page.verdicts.map((verdict, index) => {
              const title = `${verdict.testcode}: ${STATUS_TEXTS[verdict.status].label}, ${duration(verdict.milliseconds)}`
              return verdict.milliseconds === 0 ? null : (
                <a
                  key={verdict.testcode}
                  href={addressOf(index)}
                  class={`fill-${verdict.status}`}
                  style={{ flexGrow: verdict.milliseconds }}
                  title={title}
                  aria-label={title}
                />
              )
            })}
          </div>
        </>
      )}
    </section>
  )
}
