import { categoryOf } from '../categories.js'
import { escapeHtml, layout } from '../html.js'
import { UNITS } from '../units.js'

/**
 * Makes the page of the calculator.
 * @param {import('../form.js').Form} form
 * @returns {string} The whole document.
 */
export function calculatorPage(form) {
  return layout(
    'BMI calculator',
    `<form action="/" method="get" novalidate>
        <fieldset>
          <legend>Units</legend>
          ${Object.keys(UNITS)
            .map((units) => unitsChoice(units, form.units))
            .join('\n          ')}
        </fieldset>
        ${field('weight', 'Weight', form.weight)}
        ${field('height', 'Height', form.height)}
        <div class="buttons">
          <button id="calculate" type="submit">Calculate</button>
          <button id="clear" type="submit" name="clear" value="yes">Clear</button>
        </div>
      </form>
      ${outcome(form)}
      <nav aria-label="Pages"><a id="to-categories" href="/categories">What the categories mean</a></nav>`,
  )
}

/**
 * Makes the radio button that chooses a system of units.
 * @param {'metric' | 'imperial'} units The one that the button stands for.
 * @param {'metric' | 'imperial'} chosen The one that is chosen.
 * @returns {string}
 */
function unitsChoice(units, chosen) {
  const checked = units === chosen ? ' checked' : ''
  return `<label id="choose-${units}"><input type="radio" id="${units}" name="units" value="${units}"${checked}> ${UNITS[units].label}</label>`
}

/**
 * Makes a labelled field for a number.
 * @param {'weight' | 'height'} name
 * @param {string} label
 * @param {string} typed What it holds.
 * @returns {string}
 */
function field(name, label, typed) {
  const { metric, imperial } = UNITS
  return `<label for="${name}">${label} <small>in ${metric[name].name} or ${imperial[name].name}</small></label>
        <input type="number" id="${name}" name="${name}" step="any" inputmode="decimal" value="${escapeHtml(typed)}">`
}

/**
 * Makes the part below the form: the result, or the messages, or nothing.
 * @param {import('../form.js').Form} form
 * @returns {string}
 */
function outcome({ bmi, messages }) {
  if (messages.length > 0) {
    const items = messages.map((message) => `<p>${escapeHtml(message)}</p>`).join('')
    return `<div id="error" class="error" role="alert">${items}</div>`
  }
  if (bmi === undefined) return ''
  const category = categoryOf(bmi)
  return `<p id="result" class="result ${category.toLowerCase()}" role="status">Your BMI is <strong>${bmi.toFixed(1)}</strong>: ${category}</p>`
}
