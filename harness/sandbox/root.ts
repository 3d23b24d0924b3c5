import path from "node:path";

/** The folder of the trial below its scratch folder in which a command's folder lies: what is shown as the project. */
export function rootOf(scratch: string, cwd: string): string {
  const [first = ""] = path.relative(scratch, cwd).split(path.sep);
  return path.join(scratch, first);
}
