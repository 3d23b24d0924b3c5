import { Writable } from "node:stream";
import { vi } from "vitest";

export interface Output {
  stdout: string;
  stderr: string;
}

/** Keeps what goes to the process's own streams, which stay as they are for those who write by a pipeline. */
export function keepOutput(): Output {
  const output = { stdout: "", stderr: "" };
  const keep = (name: keyof Output) =>
    function write(
      this: Writable,
      text: unknown,
      encoding?: unknown,
      done?: unknown,
    ): boolean {
      output[name] +=
        typeof text === "string"
          ? text
          : Buffer.from(text as Uint8Array).toString();
      const callback = typeof encoding === "function" ? encoding : done;
      if (typeof callback === "function") (callback as () => void)();
      return true;
    };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation(keep(name));
  return output;
}
