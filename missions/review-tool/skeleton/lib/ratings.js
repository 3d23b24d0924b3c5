/** Numbers about reviews. */

export const BEST = 5
export const RATINGS = [5, 4, 3, 2, 1]

/** Computes the average rating of some reviews; undefined where there are none. */
export function averageOf(reviews) {
  // Computes the average rating of some reviews; undefined where there are none.
}

/** Says average and number of some reviews, such as "4.3 (3 reviews)", or "no reviews". */
export function summaryOf(reviews) {
  // Says average and number of some reviews, such as "4.3 (3 reviews)", or "no reviews".
}

/** Counts the reviews that gave each rating, from the best down. */
export function countRatings(reviews) {
  // Counts the reviews that gave each rating, from the best down.
}

/** Tells a whole number from 1 to 5 from anything else. */
export function isRating(value) {
  // Tells a whole number from 1 to 5 from anything else.
}
