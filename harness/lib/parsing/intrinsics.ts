const watched = [Object, Function, Array, String, Number, Boolean, Date, Map, Set, Promise, RegExp, Error].flatMap(
  (constructor) => [constructor, constructor.prototype as object],
)
const functions = Object.getOwnPropertyNames(Object.prototype)
  .map((name): unknown => Reflect.get(Object.prototype, name))
  .filter((value) => typeof value === 'function')

/**
 * How many properties the objects have that all others inherit from. Where the number has changed, a file's own names
 * (`__proto__`, `constructor`) have been used as keys.
 */
export function intrinsics(): number {
  return [...watched, ...functions].reduce((sum, object) => sum + Reflect.ownKeys(object).length, 0)
}
