import { existsSync } from "node:fs";
import { readFileSync } from "node:fs";
import path from "node:path";
import { UsageError } from "../errors.ts";
import type { Benchmark, Mission } from "../types.ts";
import { nativeBenchmark } from "./native.ts";

/** The built-in benchmark: the folders of the package, beside the compiled or the TypeScript sources. */
export function builtInBenchmark(): Benchmark {
  const root = packageRoot(import.meta.dirname);
  return nativeBenchmark(
    path.join(root, "missions"),
    path.join(root, "canonical"),
  );
}

export function packageRoot(from: string): string {
  for (
    let folder = from;
    folder !== path.dirname(folder);
    folder = path.dirname(folder)
  ) {
    if (existsSync(path.join(folder, "package.json"))) return folder;
  }
  throw new UsageError(
    `no package.json was found above ${from}; install the package again`,
  );
}

/** The version of the harness, from its package. */
export function packageVersion(): string {
  const file = path.join(packageRoot(import.meta.dirname), "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string })
    .version;
}

/**
 * The missions that were asked for, in the benchmark's own order; all where none was named.
 * @throws UsageError for an id that is not there, with the ids that are
 */
export async function selectMissions(
  benchmark: Benchmark,
  wanted: readonly string[],
): Promise<Mission[]> {
  const ids = await benchmark.ids();
  const unknown = wanted.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      `there is no mission "${unknown}"; the missions are ${ids.join(", ")}`,
    );
  const chosen =
    wanted.length === 0 ? ids : ids.filter((id) => wanted.includes(id));
  return Promise.all(chosen.map((id) => benchmark.mission(id)));
}
