import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import exceljs from 'exceljs'
import { parseCsv } from '../../../harness/lib/parsing/csv.ts'
import { parsePng } from '../../../harness/lib/parsing/png.ts'
import { ROOT as root } from '../program.ts'
import { end, remove, start } from './owned.ts'
import { copy, expect, inputsOf, type Work } from './work.ts'

/** Runs a console or batch program for each of its testcodes. */
export async function program({ mission, testcodes, answers, plan, project }: Work, installs: string): Promise<void> {
  const [file = '', ...fixed] = plan.run
  for (const { id } of mission.testcodes) {
    const folder = await copy(project, installs)
    const children: ChildProcess[] = []
    const launch = (args: readonly string[]) => {
      const child = start(file, [...fixed, ...args], { cwd: folder, stdio: 'pipe' })
      children.push(child)
      return child
    }
    const value = (name: string) => answers[id]?.[name] ?? ''
    const fixtures = {
      ...inputsOf(mission),
      expect,
      text: value,
      file: value,
      material: (name: string) => path.join(root, 'missions', mission.id, 'materials', name),
      put: async (name: string, content: string | Uint8Array) => {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
        await writeFile(path.join(folder, name), content)
      },
      run: ({ args = [], stdin }: { args?: string[]; stdin?: string } = {}) => toEnd(launch(args), folder, stdin),
      start: ({ args = [] }: { args?: string[] } = {}) => dialogue(launch(args), mission.dialogue?.prompt ?? ''),
    }
    await testcodes[id]?.(fixtures)
    for (const child of children) end(child)
    await remove(folder)
  }
}

async function toEnd(child: ChildProcess, folder: string, stdin = ''): Promise<object> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin?.end(stdin)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  const read = (name: string) => readFile(path.join(folder, name))
  return {
    code,
    signal,
    stdout,
    stderr,
    read,
    has: (name: string) =>
      read(name).then(
        () => true,
        () => false,
      ),
    table: async (name: string) => parseCsv(await read(name)),
    picture: async (name: string) => parsePng(await read(name)),
    workbook: async (name: string) => new exceljs.Workbook().xlsx.load((await read(name)) as unknown as ArrayBuffer),
  }
}

async function dialogue(child: ChildProcess, prompt: string): Promise<object> {
  let text = ''
  let ended: object | undefined
  const closed = once(child, 'close').then(([code, signal]: unknown[]) => (ended = { code, signal }))
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdin?.on('error', () => undefined)
  const turn = async (): Promise<string> => {
    while (!(text === prompt || text.endsWith(`\n${prompt}`)) && !ended) {
      await Promise.race([once(child.stdout ?? child, 'data'), closed])
    }
    const answer = ended ? text : text.slice(0, -prompt.length)
    text = ''
    return answer
  }
  const greeting = await turn()
  return {
    greeting,
    send: (line: string) => {
      child.stdin?.write(`${line}\n`)
      return turn()
    },
    end: () => {
      child.stdin?.end()
      return closed
    },
  }
}
