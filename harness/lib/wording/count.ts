/** Returns `1 trial` or `2 trials`. */
export function pluralise(number: number, one: string, many = `${one}s`): string {
  return `${String(number)} ${number === 1 ? one : many}`
}
