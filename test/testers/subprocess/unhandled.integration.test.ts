import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { leftFiles } from '../../../harness/testers/subprocess/left-files.ts'
import { expectNoUnhandledException } from '../../../harness/testers/subprocess/unhandled.ts'
import type { Finished, Sandbox } from '../../../harness/contracts/types.ts'
import { temporaryFolder, type TemporaryFolder } from '../../helpers.ts'

const strongest = (await chooseSandbox()).name

describe('a program that ends in the strongest sandbox', () => {
  let folder: TemporaryFolder
  let sandbox: Sandbox
  beforeAll(async () => {
    folder = await temporaryFolder()
    await mkdir(folder.file('project'))
    sandbox = await openSandbox(strongest, folder.path, { browser: false })
  })
  afterAll(async () => {
    await sandbox[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  async function finished(code: string): Promise<Finished> {
    const project = folder.file('project')
    await using running = await sandbox.spawn({ argv: ['node', '-e', code], cwd: project, stdin: 'none' })
    const exit = await running.exit
    return { ...exit, stdout: running.stdout.text(), stderr: running.stderr.text(), ...leftFiles(project) }
  }

  it.each(['SIGSEGV', 'SIGABRT', 'SIGKILL', 'SIGFPE'])('by %s has crashed', async (signal) => {
    const ended = await finished(`process.kill(process.pid, '${signal}'); setTimeout(() => undefined, 5000)`)
    expect(() => expectNoUnhandledException(ended)).toThrow(`the program was ended by ${signal}`)
  })

  it.each([0, 1, 3, 130])('with the exit code %i has not', async (code) => {
    const ended = await finished(`process.exit(${String(code)})`)
    expect(ended.code).toBe(code)
    expect(() => expectNoUnhandledException(ended)).not.toThrow()
  })
})
