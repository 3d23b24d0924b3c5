import path from 'node:path'
import { MachineFault } from '../../errors.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import type { SessionSetup, SourceTarget } from '../../contracts/types.ts'
import { build, copyAll } from './build.ts'
import type { Built } from './built.ts'
import { place } from './place.ts'
import type { JudgePlan, Point } from './plan.ts'

export type Working = Built & { readonly ok: true }

/** The programs of a plan, each built once, and the folders that they run in. */
export class Programs implements AsyncDisposable {
  readonly #target: SourceTarget
  readonly #setup: SessionSetup
  readonly #plan: JudgePlan
  readonly #built = new Map<string, Promise<Built>>()
  readonly #groups = new Map<string, string>()
  #folders = 0

  constructor(target: SourceTarget, setup: SessionSetup, plan: JudgePlan) {
    this.#target = target
    this.#setup = setup
    this.#plan = plan
  }

  built(name: string): Promise<Built> {
    const found = this.#built.get(name)
    if (found) return found
    const program = this.#plan.programs[name]
    if (!program) throw new MachineFault(`the plan has no program "${name}"`)
    const { sandbox, workspace } = this.#target
    const { signal } = this.#setup
    const { seconds } = this.#plan.build
    const built = build(program, { workspace, sandbox, folder: this.newFolder('build'), seconds, signal })
    this.#built.set(name, built)
    return built
  }

  /** A program of the benchmark, in which there is no code of the project: if it does not compile, that is no fault of the project. */
  async own(name: string): Promise<Working> {
    const built = await this.built(name)
    if (!built.ok) throw new MachineFault(`the program "${name}" of the judge: ${built.reason}`)
    return built
  }

  /** A fresh folder for a point, or that of its group. */
  async folderOf({ group, copies }: Point, built: Working): Promise<string> {
    const known = group === undefined ? undefined : this.#groups.get(group)
    if (known !== undefined) return known
    const folder = this.newFolder('point')
    if (group !== undefined) this.#groups.set(group, folder)
    await place(built, folder)
    await copyAll(copies, folder)
    return folder
  }

  /** Directly below the scratch folder: a program sees its own folder and none of the others. */
  newFolder(use: string): string {
    this.#folders += 1
    return path.join(this.#setup.scratch, `judge-${this.#setup.suite.id}-${use}-${String(this.#folders)}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#groups.values()].map(removeFolder))
  }
}
