import type { Setting } from '../../../harness/contracts/schema.ts'
import type { LaunchPlan } from '../../../harness/contracts/schema.ts'
import type { WorkFile } from '../../../harness/contracts/types.ts'
import { linkageOf } from '../../../harness/scorers/architecture/linkage.ts'
import { graphOf, type ProjectGraph } from '../../../harness/scorers/architecture/project.ts'
import { Parsers } from '../../../harness/lib/syntax/parse.ts'

/** Path → content. */
export type Files = Readonly<Record<string, string>>

const parsers = new Parsers()

interface Options {
  readonly launch?: LaunchPlan
  readonly promised?: readonly string[]
}

export function workFiles(files: Files): WorkFile[] {
  return Object.entries(files).map(([path, content]) => ({ path, content }))
}

/** @throws Error if the project cannot be read */
export async function graphFor(files: Files, { launch, promised = [] }: Options = {}): Promise<ProjectGraph> {
  const graph = await graphOf({ files: workFiles(files), launch, promised: new Set(promised) }, parsers)
  if ('reason' in graph) throw new Error(graph.reason)
  return graph
}

export async function reasonFor(files: readonly WorkFile[]): Promise<string | undefined> {
  const graph = await graphOf({ files, promised: new Set() }, parsers)
  return 'reason' in graph ? graph.reason : undefined
}

/** The links of a project, such as `main.py → game.py`, with the name and the status if it is not resolved. */
export function linksIn({ links }: ProjectGraph): string[] {
  return links.map(({ from, to, specifier, symbol, status }) => {
    const target = to ?? specifier
    const name = symbol === undefined ? '' : ` ${symbol}`
    return `${from} → ${target}${name}${status === 'resolved' ? '' : `: ${status}`}`
  })
}

/** `part/whole` of the linkage. */
export function linkage(graph: ProjectGraph, setting: Setting = 'strict'): string {
  const { part, whole } = linkageOf(graph.links, setting)
  return `${String(part)}/${String(whole)}`
}
