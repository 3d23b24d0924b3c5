/** Fields of forms. */
import { html } from '../html.js'
import { MAX_LENGTH } from '../input.js'

/** Shows a labelled field; its name is its id. */
export function field({ name, label, value, type = 'text' }) {
  // Shows a labelled field; its name is its id.
}

/** Shows a labelled selection list; its name is its id. */
export function selection({ name, label, options, chosen }) {
  // Shows a labelled selection list; its name is its id.
}

/** Turns what has an id and a name into options. */
export function optionsOf(entities) {
  // Turns what has an id and a name into options.
}
