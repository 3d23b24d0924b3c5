/** The same without one of its parts. */
export function omit<T extends object, Key extends keyof T>(value: T, key: Key): Omit<T, Key> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as Omit<T, Key>
}
