import type { AgentFaultKind, LimitKind } from './contracts/vocabulary.ts'

/**
 * The base class. `code` is stable and may be matched; the message names the thing, the place and the remedy. The class says whose
 * fault it is, so that no code has to search in messages.
 */
export abstract class PeError extends Error {
  abstract readonly code: string
  override get name(): string {
    return this.constructor.name
  }
}

/** The person at the keyboard can fix it: a flag, a mission file, a folder. Exit code 2. */
export class UsageError extends PeError {
  readonly code = 'usage'
}

/** The harness or its machine is at fault: no browser, a full disk, an occupied port. Leads to `unjudged`. */
export class HarnessFault extends PeError {
  readonly code = 'harness'
}

/**
 * A harness fault that no code of the project can have caused, such as a sandbox that cannot be opened. It stays `unjudged`,
 * and the project gets no second attempt.
 */
export class MachineFault extends HarnessFault {}

/** A testcode uses its fixtures in a way that cannot work: its author has to fix it, whatever the project does. */
export class TestcodeFault extends MachineFault {}

/** The agent gave no project that can be judged: none, an unreadable one, or one with paths that escape it. */
export class AgentFault extends PeError {
  readonly code = 'agent'
  readonly kind: AgentFaultKind
  constructor(message: string, kind: AgentFaultKind = 'unreadable', options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The step at which a project fails to launch. `files`: nothing in it says how it starts, or the file that starts it is missing. */
export type LaunchStep = 'files' | 'install' | 'launch'

/** The project does not install, start or answer, or reached a limit. */
export class ProjectFault extends PeError {
  readonly code = 'project'
  /** Output of the project before the fault, for the reader of the report. */
  readonly output: string
  readonly step: LaunchStep
  constructor(message: string, output = '', step: LaunchStep = 'launch') {
    super(message)
    this.output = output
    this.step = step
  }
}

/** The project's program reached a limit. */
export class LimitReached extends ProjectFault {
  readonly limit: LimitKind
  constructor(message: string, limit: LimitKind) {
    super(message)
    this.limit = limit
  }
}

/**
 * The project's fault, unless the machine was slow or had no network at that moment: a step of the launch ran out of time, or
 * an installation failed while a registry could not be reached. The project gets a second attempt.
 */
export class SuspectedFault extends ProjectFault {}

/** The value of a parameter is missing, not of its kind, or does not lead to the right page, element or file. */
export class BadParameter extends PeError {
  readonly code = 'bad-parameter'
}

/** An expectation of a testcode about a program was not met. */
export class ExpectationNotMet extends PeError {
  readonly code = 'expectation'
}

/** Something exceeded its time limit. */
export class DeadlineExceeded extends PeError {
  readonly code = 'deadline'
}

/** The run was told to stop. */
export class Interrupted extends PeError {
  readonly code: string = 'interrupted'
}

/** The budget allows no further call: trials that need one stay pending. */
export class BudgetSpent extends Interrupted {
  override readonly code = 'budget'
}

/** The original error, if closing something threw another one. The original error says whose fault it is. */
export function firstThrown(error: unknown): unknown {
  return error instanceof Error && 'suppressed' in error ? firstThrown(error.suppressed) : error
}

/** A readable message of a thrown value, with its causes. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('suppressed' in error && 'error' in error) {
    return `${messageOf(error.suppressed)}; and then, while closing: ${messageOf(error.error)}`
  }
  if (error.cause === undefined) return error.message
  const cause = messageOf(error.cause)
  // Many errors repeat the message of their cause, with the place before it.
  return error.message.endsWith(cause) ? error.message : `${error.message} (${cause})`
}
