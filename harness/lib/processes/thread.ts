import { Worker } from 'node:worker_threads'

export interface ThreadOptions {
  /** MiB of JavaScript objects. */
  readonly heap: number
  readonly workerData?: unknown
}

/**
 * Starts a thread that runs a module of the harness. Its output is discarded.
 * @param near `import.meta.url` of a module in the same folder
 * @param name Name of the module, without extension
 */
export function startThread(near: string, name: string, { heap, workerData }: ThreadOptions): Worker {
  const worker = new Worker(codeOf(near, name), {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heap },
    stdout: true,
    stderr: true,
  })
  // An error after the last answer would otherwise be unhandled.
  worker.on('error', () => undefined)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** Code that loads the module. In a checkout it is TypeScript, for which the thread has to register tsx. */
function codeOf(near: string, name: string): string {
  const source = near.endsWith('.ts')
  const load = `import(${JSON.stringify(new URL(`./${name}.${source ? 'ts' : 'js'}`, near).href)})`
  if (!source) return load
  return `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => (register(), ${load}))`
}
