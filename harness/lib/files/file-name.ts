/** A name of any text that every file system takes, without folders; texts that differ may get the same one. */
export function fileName(text: string): string {
  const name = text
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 100)
  return name === '' ? 'unnamed' : name
}
