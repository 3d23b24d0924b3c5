import type { LaunchPlan } from '../schema.ts'
import type { ProjectFile } from './agent.ts'
import type { Mission } from './benchmark.ts'
import type { DesktopProgram, DesktopScreen } from './display.ts'
import type { Python, Sandbox } from './sandbox.ts'

/** A frozen project on disk, outside the harness's own folders. */
export interface Workspace {
  readonly folder: string
  readonly files: readonly ProjectFile[]
  readonly launch: LaunchPlan | undefined
  readonly digest: string
  /** A fresh copy of the frozen project. */
  copy(folder: string): Promise<void>
}

export interface WebsiteTarget extends AsyncDisposable {
  readonly kind: 'website'
  /** The actual address of the server, such as `http://localhost:41234`. */
  readonly origin: string
  /** The port in the answers of the agent. */
  readonly declaredPort: number
  readonly homepage: string
  readonly sandbox: Sandbox
  /** The last lines that the server printed. */
  log(): string
  /** How the server ended; undefined while it runs. It explains errors in the browser. */
  ended(): string | undefined
}

export interface ProgramTarget extends AsyncDisposable {
  readonly kind: 'program'
  readonly argv: readonly string[]
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  log(): string
}

/** The files of a project that is not started. */
export interface SourceTarget extends AsyncDisposable {
  readonly kind: 'source'
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  /** Whether the steps of its launch plan have run, so that its folder also contains their output. */
  readonly built: boolean
  /** Output of these steps. */
  log(): string
}

/** Where a program is started: in a copy of its project, and with a folder for what belongs to its user. */
export interface DesktopPlace {
  readonly folder: string
  /** Empty at each start if it is missing. */
  readonly home?: string
}

/** A program with windows. */
export interface DesktopTarget extends AsyncDisposable {
  readonly kind: 'desktop'
  readonly sandbox: Sandbox
  readonly workspace: Workspace
  readonly screen: DesktopScreen
  /** The program that was started last. */
  readonly program: DesktopProgram
  /**
   * Ends the program and starts it again, in the given folders or in those before.
   * @throws ProjectFault if it ends before it has drawn, or draws nothing in time
   */
  restart(place?: DesktopPlace): Promise<DesktopProgram>
  log(): string
}

export type Target = WebsiteTarget | ProgramTarget | DesktopTarget | SourceTarget

export interface InstallerNetwork {
  /** Whether package clients reach the registries, if the run allows it at all. */
  readonly registries?: boolean
}

export interface LaunchLimits {
  /** Milliseconds until a server must answer. */
  readonly start: number
  /** Milliseconds to install the packages, and for each command that prepares the start, such as a build. */
  readonly install: number
  /** Size of the project's folder, in bytes, and of each copy of it. */
  readonly diskBytes: number
  readonly signal: AbortSignal
  readonly python: Python
  /** Folder of the trial on the host. Commands run in its subfolders. */
  readonly scratch: string
  /** Opens a sandbox over the same folder for installing packages, with higher limits and, by default, access to the registries. */
  openInstaller(network?: InstallerNetwork): Promise<Sandbox>
}

export interface Launcher {
  readonly name: string
  accepts(project: Workspace, mission: Mission): boolean
  /** @throws ProjectFault | HarnessFault */
  launch(project: Workspace, sandbox: Sandbox, limits: LaunchLimits): Promise<Target>
}
