/** A message of the harness to the standard input of a process, serialised by v8. */
export interface Request {
  readonly task: string
  readonly input: unknown
}

/** The end of a task. A tainted process must not get another task. */
export type Reply =
  | { readonly type: 'done'; readonly value: unknown; readonly tainted: boolean }
  | { readonly type: 'thrown'; readonly detail: string; readonly tainted: boolean }

/** A message of a process, serialised by v8: first `ready`, then the parts and the end of each task. */
export type Message = Reply | { readonly type: 'ready' } | { readonly type: 'part'; readonly value: unknown }

/** The file descriptor of a process's messages. It is not standard output, because packages may print there. */
export const MESSAGES = 3
