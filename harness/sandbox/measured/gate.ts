import { constants } from 'node:os'

/** File descriptor of the gate: a socket between the harness and the last program before the measured one. */
export const GATE_FD = 3

/**
 * Wraps a command. The shell says that everything of the sandbox is in place, waits until the harness has read the counters, and
 * becomes the command: what the sandbox itself takes is measured before and is not charged to the program.
 * @param channel Whether the command inherits the socket
 */
export function behindGate(argv: readonly string[], channel: boolean): string[] {
  const close = channel ? '' : ` && exec ${String(GATE_FD)}<&-`
  return [
    'sh',
    '-c',
    `echo >&${String(GATE_FD)} && read -r go <&${String(GATE_FD)}${close} && exec "$@"`,
    'gate',
    ...argv,
  ]
}

/** bwrap and shells exit with this number and that of the signal that ended their child. */
const SIGNAL_BASE = 128

/** The signal that ended a program, from the exit of the process that waited for it. */
export function signalOf(code: number | null, own: NodeJS.Signals | null): string | undefined {
  if (own !== null) return own
  if (code === null || code <= SIGNAL_BASE) return undefined
  return Object.entries(constants.signals).find(([, number]) => number === code - SIGNAL_BASE)?.[0]
}
