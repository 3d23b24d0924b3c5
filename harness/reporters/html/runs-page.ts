import { createHash } from 'node:crypto'
import { pluralise } from '../../lib/wording/count.ts'
import { html, Markup } from './markup.ts'

/** A run in a list of runs. */
export interface RunRow {
  /** The name of its folder. */
  readonly folder: string
  readonly startedAt: string
  readonly agents: readonly string[]
  /** For people, such as `L2 direct`. */
  readonly variants: readonly string[]
  readonly missions: number
  readonly trials: number
  /** The formatted score. */
  readonly shown: string
  /** Damaged: it cannot be read, or another version wrote it. */
  readonly state: 'complete' | 'incomplete' | 'not ended' | 'damaged'
  /** The command that writes its report, if the run has no report. */
  readonly make?: string
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; color: light-dark(#1a1d21, #e8e9eb); background: light-dark(#fbfaf8, #14161a) }
main { max-width: 70rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.5rem; letter-spacing: -0.01em }
ol { list-style: none; padding: 0 }
li { border-top: 1px solid light-dark(#e3e0da, #2b2f36); padding: .8rem 0; display: grid; grid-template-columns: 6rem 1fr auto; gap: .2rem 1rem; overflow-wrap: anywhere }
b { font-size: 1.2rem; font-variant-numeric: tabular-nums }
small { color: light-dark(#5d6269, #a2a8b0) }
a { color: inherit; font-weight: 600 }
@media (max-width: 36rem) { li { grid-template-columns: 5rem 1fr } li > :last-child { grid-column: 2 } }
`

/** A page without scripts that leads to the report of each run. */
export function runsPage(rows: readonly RunRow[]): string {
  const digest = createHash('sha256').update(STYLE).digest('base64')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"
        />
        <title>Runs · pe</title>
        ${new Markup(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>Runs</h1>
          ${
            rows.length === 0
              ? html`<p>There are none yet.</p>`
              : html`<ol>
                  ${rows.map(item)}
                </ol>`
          }
        </main>
      </body>
    </html> `.text
}

function item({ folder, startedAt, agents, variants, missions, trials, shown, state, make }: RunRow): Markup {
  if (state === 'damaged')
    return html`<li><b>–</b><span>${folder}</span><small>damaged, or of another version</small></li>`
  const name = agents.join(', ')
  return html`<li>
    <b>${shown}</b>
    <span
      >${make === undefined ? html`<a href="/${encodeURIComponent(folder)}/">${name}</a>` : html`${name} <small>no report yet: <code>${make}</code></small>`}<br /><small
        >${folder}</small
      ></span
    >
    <small
      >${variants.join(', ')} · ${pluralise(missions, 'mission')} · ${pluralise(trials, 'trial')} · ${state} ·
      ${startedAt.slice(0, 16).replace('T', ' ')}</small
    >
  </li>`
}
