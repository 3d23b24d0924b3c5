import { centred, lengths, means } from './matrix.js'
import { Problem } from './problem.js'
import { decompose, inverseOfSquare, solve } from './qr.js'

/**
 * @typedef {object} Model
 * @property {number[]} estimates That of the intercept, then one for each predictor.
 * @property {number[]} errors Their standard errors, in the same order.
 * @property {number} observations
 * @property {number} rSquared
 * @property {number} adjusted
 * @property {number} residualError
 */

/**
 * Fits a linear model with an intercept by ordinary least squares. Predictors are centred first, so that large columns
 * that are close to constant lose no digits.
 * @param {{ actual: number, values: number[] }[]} observations
 * @returns {Model}
 * @throws {Problem} Saying "observations" where there are too few, "collinear" where columns depend on one another.
 */
export function fit(observations) {
  const terms = 1 + (observations[0]?.values.length ?? 0)
  if (observations.length <= terms) {
    throw new Problem(`${observations.length} observations are too few for ${terms} terms, the intercept included`)
  }
  const values = observations.map((row) => row.values)
  const actual = observations.map((row) => row.actual)
  const [middle, target] = [means(values), mean(actual)]
  const factors = decompose(centred(values, middle), lengths(values))
  const slopes = solve(
    factors,
    actual.map((value) => value - target),
  )
  const intercept = target - dot(slopes, middle)
  const estimates = [intercept, ...slopes]
  return { estimates, ...quality({ observations, estimates, target, factors, middle }) }
}

/**
 * Predicts the explained value.
 * @param {number[]} estimates That of the intercept first.
 * @param {number[]} values
 * @returns {number}
 */
export function predict([intercept, ...slopes], values) {
  return intercept + dot(slopes, values)
}

/**
 * Measures how well a model fits, and how sure its estimates are.
 * @returns {Omit<Model, 'estimates'>}
 */
function quality({ observations, estimates, target, factors, middle }) {
  const count = observations.length
  const freedom = count - estimates.length
  const unexplained = sumOfSquares(observations.map((row) => row.actual - predict(estimates, row.values)))
  const rSquared = 1 - unexplained / sumOfSquares(observations.map((row) => row.actual - target))
  const residualError = Math.sqrt(unexplained / freedom)
  const variances = variancesOf(factors, middle, count)
  return {
    errors: variances.map((variance) => residualError * Math.sqrt(variance)),
    observations: count,
    rSquared,
    adjusted: 1 - ((1 - rSquared) * (count - 1)) / freedom,
    residualError,
  }
}

/**
 * Computes the diagonal of (XᵀX)⁻¹ from the factors of the centred columns: that of the intercept has the uncertainty
 * of the mean and that of the slopes at the means.
 * @returns {number[]} That of the intercept first.
 */
function variancesOf(factors, middle, count) {
  const inverse = inverseOfSquare(factors)
  const atMeans = inverse.map((line) => dot(line, middle))
  return [1 / count + dot(middle, atMeans), ...inverse.map((line, index) => line[index])]
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function dot(left, right) {
  return left.reduce((sum, value, index) => sum + value * right[index], 0)
}

function sumOfSquares(values) {
  return values.reduce((sum, value) => sum + value * value, 0)
}
