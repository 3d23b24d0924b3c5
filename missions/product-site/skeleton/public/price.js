/** What machines cost. All amounts are whole cents, which add up without a rest. */

/** Cents for one machine of each model. */
const PRICES = { basic: 22_000, plus: 33_300, pro: 50_000 }

const DISCOUNT_FROM = 5
const DISCOUNT = 0.1
const SHIPPING = 1_990
const FREE_SHIPPING_FROM = 100_000
const MOST = 20

/** Tells a quantity that can be ordered from anything else that was typed. */
export function isQuantity(text) {
  // Tells a quantity that can be ordered from anything else that was typed.
}

/** Computes the price of machines, the shipping and the total. */
export function priceOf(model, quantity) {
  // Computes the price of machines, the shipping and the total.
}

/** Writes an amount. */
export function format(cents) {
  // Writes an amount.
}
