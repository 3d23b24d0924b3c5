/** Shared by the tests of website. */
import { once } from 'node:events'
import http from 'node:http'
import { ProjectFault } from '../../harness/errors.ts'
import { freePort } from '../../harness/launchers/ports.ts'
import { websiteCommand } from '../../harness/launchers/command.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import type { WebsitePlan } from '../../harness/contracts/schema.ts'
import type { LaunchLimits, Sandbox, Target, WebsiteTarget, Workspace } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, temporaryFolder } from '../helpers.ts'

/** Source of a server that answers with `text` on the port of the expression. */
export function serverOn(port: string, text: string): string {
  return `
    console.log('starting')
    require('http').createServer((_, response) => response.end(${JSON.stringify(text)})).listen(${port}, () => console.log('listening'))`
}

export interface Site extends AsyncDisposable {
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  launch(limits?: Partial<LaunchLimits>): Promise<WebsiteTarget>
}

export async function site(script: string, plan: Partial<WebsitePlan> = {}): Promise<Site> {
  const folder = await temporaryFolder()
  const launch = { start: ['node', 'server.js'], port: await freePort(), homepage: '/', ...plan }
  const workspace = await materialise(
    { files: [{ path: 'server.js', content: script }], launch },
    folder.file('project'),
  )
  const sandbox = await openSandbox('process', folder.path)
  const targets: WebsiteTarget[] = []
  return {
    workspace,
    sandbox,
    async launch(limits) {
      const target = asWebsite(await websiteCommand.launch(workspace, sandbox, limitsOf(folder.path, limits)))
      targets.push(target)
      return target
    },
    async [Symbol.asyncDispose]() {
      for (const target of targets) await target[Symbol.asyncDispose]()
      await sandbox[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

function asWebsite(target: Target): WebsiteTarget {
  if (target.kind !== 'website') throw new Error(`the target is a ${target.kind}`)
  return target
}

export async function faultOf(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('the promise did not reject')
  return error
}

export function outputOf(error: Error): string {
  return error instanceof ProjectFault ? error.output : 'no ProjectFault'
}

export const read = async (target: WebsiteTarget) => (await fetch(target.origin)).text()

export async function occupiedPort(): Promise<AsyncDisposable & { readonly port: number }> {
  const port = await freePort()
  const server = http.createServer((_, response) => response.end('another program')).listen(port)
  await once(server, 'listening')
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
