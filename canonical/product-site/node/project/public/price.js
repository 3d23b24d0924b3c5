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
  const quantity = Number(text)
  return text.trim() !== '' && Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST
}

/** Computes the price of machines, the shipping and the total. */
export function priceOf(model, quantity) {
  const full = PRICES[model] * quantity
  const price = quantity >= DISCOUNT_FROM ? Math.round(full * (1 - DISCOUNT)) : full
  const shipping = price >= FREE_SHIPPING_FROM ? 0 : SHIPPING
  return { price, shipping, total: price + shipping }
}

/** Writes an amount. */
export function format(cents) {
  return `${(cents / 100).toFixed(2)} EUR`
}
