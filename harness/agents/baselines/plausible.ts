import { countedTestcodes } from '../../contracts/suites.ts'
import type { Answers, ElementKind } from '../../contracts/schema.ts'
import type { Mission } from '../../contracts/types.ts'

export const PORT = 8000

/** An element of each kind; its id is the one in the plausible answers. */
export const ELEMENTS: Readonly<Record<ElementKind, string>> = {
  any: '<div id="any">Anything</div>',
  button: '<button id="button" type="submit">Save</button>',
  link: '<a id="link" href="/next">Next</a>',
  field: '<input id="field" name="field" value="">',
  checkbox: '<input id="checkbox" name="checkbox" type="checkbox">',
  select: '<select id="select" name="select"><option>One</option><option>Two</option></select>',
  form: '<form id="form" method="post" action="/"></form>',
  list: '<ul id="list"><li>One</li><li>Two</li></ul>',
  table: '<table id="table"><tr><td>1</td><td>2</td></tr></table>',
  graphic: '<svg id="graphic" width="40" height="40"><rect width="40" height="40"></rect></svg>',
  text: '<p id="text">0</p>',
}

/** Guessed answers that fit a page with one element of each kind. */
export function plausibleAnswers(mission: Mission): Answers {
  const { parameters = {} } = mission
  const valueOf = (name: string): string => {
    const parameter = parameters[name]
    if (parameter?.kind === 'url') return `http://localhost:${PORT}/`
    if (parameter?.kind === 'element') return `#${parameter.element}`
    return parameter?.kind === 'file' ? 'output.txt' : 'text'
  }
  return Object.fromEntries(
    countedTestcodes(mission).map(({ id, parameters: asked = [] }) => [
      id,
      Object.fromEntries(asked.map((name) => [name, valueOf(name)])),
    ]),
  )
}
