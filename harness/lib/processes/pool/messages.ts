/** What the harness writes to the standard input of a process, serialised by v8. */
export interface Request {
  readonly task: string
  readonly input: unknown
}

/** The end of a task. A tainted process must not get another task. */
export type Reply =
  | { readonly type: 'done'; readonly value: unknown; readonly tainted: boolean }
  | { readonly type: 'thrown'; readonly detail: string; readonly tainted: boolean }

/** What a process writes, serialised by v8: once that it is ready, then for each task its parts and its end. */
export type Message = Reply | { readonly type: 'ready' } | { readonly type: 'part'; readonly value: unknown }

/** The file descriptor of a process's messages. Not standard output, to which a package may print. */
export const MESSAGES = 3
