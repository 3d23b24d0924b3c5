/** Fields of forms. */
import { html } from '../html.js'
import { MAX_LENGTH } from '../input.js'

/** Shows a labelled field; its name is its id. */
export function field({ name, label, value, type = 'text' }) {
  return html`<p>
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" maxlength="${MAX_LENGTH}" value="${value}" autocomplete="off" />
  </p>`
}

/** Shows a labelled selection list; its name is its id. */
export function selection({ name, label, options, chosen }) {
  return html`<p>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ({ value, text }) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
  </p>`
}

/** Turns what has an id and a name into options. */
export function optionsOf(entities) {
  return entities.map(({ id, name }) => ({ value: id, text: name }))
}
