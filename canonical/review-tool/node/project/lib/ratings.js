/** Numbers about reviews. */

export const BEST = 5
export const RATINGS = [5, 4, 3, 2, 1]

/** Computes the average rating of some reviews; undefined where there are none. */
export function averageOf(reviews) {
  if (reviews.length === 0) return undefined
  return reviews.reduce((sum, review) => sum + review.rating, 0) / reviews.length
}

/** Says average and number of some reviews, such as "4.3 (3 reviews)", or "no reviews". */
export function summaryOf(reviews) {
  const average = averageOf(reviews)
  return average === undefined ? 'no reviews' : `${average.toFixed(1)} (${reviews.length} reviews)`
}

/** Counts the reviews that gave each rating, from the best down. */
export function countRatings(reviews) {
  return RATINGS.map((rating) => ({ rating, count: reviews.filter((review) => review.rating === rating).length }))
}

/** Tells a whole number from 1 to 5 from anything else. */
export function isRating(value) {
  return RATINGS.includes(value)
}
