import { existsSync } from "node:fs";

/**
 * The Python that projects run with: `PE_PYTHON`, else the system's own, because an earlier one on PATH does not see the
 * packages of the system (Django, Flask, openpyxl …).
 */
function pythonInterpreter(): string {
  const chosen = process.env["PE_PYTHON"];
  if (chosen !== undefined && chosen !== "") return chosen;
  return existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
}

/** A command with the names by which people call Python replaced; not every system has all of them on its PATH. */
export function withInterpreter([
  program = "",
  ...args
]: readonly string[]): string[] {
  if (/^python3?$/.test(program)) return [pythonInterpreter(), ...args];
  if (/^pip3?$/.test(program))
    return [pythonInterpreter(), "-m", "pip", ...args];
  return [program, ...args];
}
