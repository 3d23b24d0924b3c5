import { Worker } from 'node:worker_threads'

export interface ThreadOptions {
  /** MiB of JavaScript objects. */
  readonly heap: number
  readonly workerData?: unknown
}

/**
 * A thread that runs a module of ours, and prints nothing.
 * @param near `import.meta.url` of a module in the same folder
 * @param name Of the module, without its extension
 */
export function startThread(near: string, name: string, { heap, workerData }: ThreadOptions): Worker {
  const worker = new Worker(codeOf(near, name), {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heap },
    stdout: true,
    stderr: true,
  })
  // Nobody asks it anything any more when it fails late.
  worker.on('error', () => undefined)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** Code that loads the module; from sources it is TypeScript, which a thread has to be told how to load. */
function codeOf(near: string, name: string): string {
  const source = near.endsWith('.ts')
  const load = `import(${JSON.stringify(new URL(`./${name}.${source ? 'ts' : 'js'}`, near).href)})`
  if (!source) return load
  return `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => (register(), ${load}))`
}
