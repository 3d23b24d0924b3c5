import { createHash } from 'node:crypto'

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** One digest for a set of files, independent of their order. */
export function digestOfFiles(
  files: readonly { readonly path: string; readonly content: string | Uint8Array }[],
): string {
  const lines = files.map((file) => `${sha256(file.content)}  ${file.path}\n`)
  return sha256(lines.toSorted().join(''))
}

/** One digest for a suite of missions, independent of their order. */
export function digestOfMissions(missions: readonly { readonly id: string; readonly digest: string }[]): string {
  const lines = missions.map(({ id, digest }) => `${id} ${digest}`)
  return sha256(lines.toSorted().join('\n'))
}
