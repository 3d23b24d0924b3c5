/** Whether a category of tasks is a category of a taxonomy or one above it: its words are the first ones of the path. */
export function standsBehind(category: string, page: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const [own, other] = [words(category), words(page)]
  return other.length > 0 && other.every((word, index) => own[index] === word)
}
