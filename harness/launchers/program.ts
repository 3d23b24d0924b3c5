import type { ProgramTarget, Sandbox, Workspace } from "../types.ts";
import { withInterpreter } from "./interpreter.ts";

/** A program that its testcodes start, each for itself. */
export function programTarget(
  argv: readonly string[],
  workspace: Workspace,
  sandbox: Sandbox,
): ProgramTarget {
  return {
    kind: "program",
    argv: withInterpreter(argv),
    workspace,
    sandbox,
    log: () => "",
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
