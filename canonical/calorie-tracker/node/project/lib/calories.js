/** Computes with calories. Numbers stay unrounded until they are shown. */

export const MEALS = ['Breakfast', 'Lunch', 'Dinner', 'Snack']

/** Computes the calories of an amount of a food. */
export function caloriesOf({ food, grams }) {
  return (Number(food.calories) * grams) / 100
}

/** Sums up the calories of entries. */
export function sumOf(entries) {
  return entries.reduce((sum, entry) => sum + caloriesOf(entry), 0)
}

/** Rounds to a whole number for the eye. */
export function rounded(value) {
  // Twelve digits hide what binary fractions add or lose, which would turn a half up or down.
  return Math.round(Number(value.toPrecision(12)))
}

/** Says how far a total is from a goal. */
export function distance(total, goal) {
  const left = goal - rounded(total)
  return left < 0 ? `${-left} over` : `${left} left`
}
