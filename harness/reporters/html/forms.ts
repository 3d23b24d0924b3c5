import { gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import type { ReportWriter, SingleFileWriter } from '../setup.ts'
import type { Assets } from './assets.ts'
import { toScript } from './chunk.ts'
import { variantText } from '../../contracts/variants.ts'
import { allPoints, scoreText } from '../percent.ts'
import { pointsText } from '../points.ts'
import type { GroupInfo } from './data.ts'
import { html, Markup } from './markup.ts'

/** The forms of a report on disk. It is written chunk by chunk, so that only one chunk is in memory. */
export interface ReportForm {
  readonly form: Form
  begin(head: PageHead): Promise<void>
  chunk(name: string, json: string): Promise<unknown>
  /** A picture of the report's own. @returns its address */
  picture(name: string, content: Uint8Array): Promise<string>
  end(): Promise<void>
}

/** A page, and beside it a folder with a script for each chunk. */
export function folderForm(writer: ReportWriter, assets: Assets): ReportForm {
  let page = ''
  return {
    form: 'beside',
    begin(head) {
      page = pageStart(head, assets, 'beside') + pageEnd(assets)
      return Promise.resolve()
    },
    chunk: (name, json) => writer.write(`${name}.js`, toScript(name, json)),
    picture: (name, content) => writer.write(name, content),
    end: () => writer.end(page),
  }
}

/** One page that holds everything. */
export function singleFileForm(writer: Omit<SingleFileWriter, keyof AsyncDisposable>, assets: Assets): ReportForm {
  return {
    form: 'inside',
    begin: (head) => writer.append(pageStart(head, assets, 'inside')),
    chunk: (name, json) => writer.append(chunkElement(name, gzipSync(json))),
    picture: (_name, content) => Promise.resolve(`data:image/png;base64,${Buffer.from(content).toString('base64')}`),
    end: async () => {
      await writer.append(pageEnd(assets))
      await writer.end()
    },
  }
}

// ---- page ----------------------------------------------------------------------------------------------------------

interface PageHead {
  readonly sentence: string
  readonly groups: readonly GroupInfo[]
}

/** Where the page's data is: in files beside it, or in the page itself. */
type Form = 'beside' | 'inside'

/**
 * The beginning of the page, before its data. Everything in it but the report's own program is escaped. The content security
 * policy allows that one program, by its hash, and the files that it loads: no injected script, and no request elsewhere.
 */
function pageStart(head: PageHead, assets: Assets, form: Form): string {
  const title = html`<title>${titleOf(head)}</title>`
  const policyTag = html`<meta http-equiv="Content-Security-Policy" content="${policy(assets, form)}" />`
  const inHead = [html`<meta charset="utf-8" />`, VIEWPORT, policyTag, COLOURS, NO_REFERRER, title]
  const inBody = html`<div id="app">${withoutScript(head)}</div>`
  return [
    '<!doctype html>\n<html lang="en">\n<head>',
    ...[...inHead, element('style', assets.style)].map(({ text }) => text),
    `</head>\n<body>\n${inBody.text}\n`,
  ].join('\n')
}

const VIEWPORT = html`<meta name="viewport" content="width=device-width, initial-scale=1" />`
const COLOURS = html`<meta name="color-scheme" content="light dark" />`
const NO_REFERRER = html`<meta name="referrer" content="no-referrer" />`

function pageEnd(assets: Assets): string {
  return `${element('script', assets.script).text}\n</body>\n</html>\n`
}

/** A chunk inside the page. No browser runs a script of this type, and Base64 has no characters that are special in HTML. */
function chunkElement(name: string, gzipped: Buffer): string {
  return html`<script type="application/gzip" data-chunk="${name}">
    ${gzipped.toString('base64')}
  </script> `.text
}

/** The content security policy, which consists only of our own words and hashes. */
function policy({ script, style }: Assets, form: Form): Markup {
  const directives = [
    `default-src 'none'`,
    `script-src '${hash(script)}'${form === 'beside' ? ` 'strict-dynamic'` : ''}`,
    `style-src '${hash(style)}'`,
    // A page from file: has no origin that every browser treats as 'self'.
    `img-src ${form === 'beside' ? `'self' file:` : 'data:'}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ]
  return new Markup(directives.join('; '))
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Contains our own text unchanged, because the policy allows it by its hash. */
function element(name: 'script' | 'style', text: string): Markup {
  if (text.toLowerCase().includes(`</${name}`)) throw new TypeError(`the report's own ${name} would end itself`)
  return new Markup(`<${name}>${text}</${name}>`)
}

function titleOf({ groups }: PageHead): string {
  const [only] = groups
  const agents = [...new Set(groups.map(({ agent }) => agent))].join(', ')
  return groups.length === 1 && only ? `${scoreText(only)} · ${agents} · pe` : `${agents} · pe`
}

/** The page without scripts, for search engines and previews too. The program replaces it. */
function withoutScript({ sentence, groups }: PageHead): Markup {
  return html`<main class="plain">
    <h1>${sentence}</h1>
    <table>
      <thead>
        <tr>
          <th scope="col">Agent</th>
          <th scope="col">Input</th>
          <th scope="col">Score</th>
          <th scope="col">Points</th>
        </tr>
      </thead>
      <tbody>
        ${groups.map(plainRow)}
      </tbody>
    </table>
    <p>All else in this report is shown by its script.</p>
  </main>`
}

function plainRow(group: GroupInfo): Markup {
  const { agent, variant, points } = group
  return html`<tr>
    <th scope="row">${agent}</th>
    <td>${variantText(variant)}</td>
    <td>${scoreText(group)}</td>
    <td>${pointsText(points.passed)} of ${pointsText(allPoints(group))}</td>
  </tr>`
}
