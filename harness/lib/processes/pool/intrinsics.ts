const watched = [Object, Function, Array, String, Number, Boolean, Date, Map, Set, Promise, RegExp, Error].flatMap(
  (constructor) => [constructor, constructor.prototype as object],
)
const functions = Object.getOwnPropertyNames(Object.prototype)
  .map((name): unknown => Reflect.get(Object.prototype, name))
  .filter((value) => typeof value === 'function')

/**
 * Counts the properties of the built-in objects and prototypes. If the number changes, a parser used names from a file
 * (`__proto__`, `constructor`) as keys: prototype pollution.
 */
export function intrinsics(): number {
  return [...watched, ...functions].reduce((sum, object) => sum + Reflect.ownKeys(object).length, 0)
}
