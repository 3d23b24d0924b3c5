/** The categories from light to heavy; each reaches from its first value to just below that of the next. */
export const CATEGORIES = [
  { name: 'Underweight', from: 0, advice: 'The weight is low for the height.' },
  { name: 'Normal', from: 18.5, advice: 'The weight suits the height.' },
  { name: 'Overweight', from: 25, advice: 'The weight is somewhat high for the height.' },
  { name: 'Obese', from: 30, advice: 'The weight is very high for the height.' },
]

/**
 * Finds the category that a body mass index belongs to.
 * @param {number} bmi Rounded as it is shown.
 * @returns {string} The name of the category.
 */
export function categoryOf(bmi) {
  return CATEGORIES.findLast((category) => bmi >= category.from).name
}

/**
 * Says in words which values belong to a category.
 * @param {number} index The place of the category in the list.
 * @returns {string} Such as "18.5 and more, but below 25".
 */
export function rangeOf(index) {
  const { from } = CATEGORIES[index]
  const next = CATEGORIES[index + 1]
  if (!next) return `${from} and more`
  return index === 0 ? `Below ${next.from}` : `${from} and more, but below ${next.from}`
}
