/** Computes with calories. Numbers stay unrounded until they are shown. */

export const MEALS = ['Breakfast', 'Lunch', 'Dinner', 'Snack']

/** Computes the calories of an amount of a food. */
export function caloriesOf({ food, grams }) {
  // Computes the calories of an amount of a food.
}

/** Sums up the calories of entries. */
export function sumOf(entries) {
  // Sums up the calories of entries.
}

/** Rounds to a whole number for the eye. */
export function rounded(value) {
  // Rounds to a whole number for the eye.
}

/** Says how far a total is from a goal. */
export function distance(total, goal) {
  // Says how far a total is from a goal.
}
