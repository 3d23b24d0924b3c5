import { UsageError } from "../errors.ts";
import type { ReporterSetup } from "../reporters/setup.ts";
import type { Benchmark } from "../types.ts";

/** What a report shows of the missions of a benchmark, as long as they are what they were when the run was made. */
export function missionViews(benchmark: Benchmark): ReporterSetup["mission"] {
  return async (run, id) => {
    if (run.benchmark.name !== benchmark.name)
      return {
        absent: `The run is of the benchmark "${run.benchmark.name}", which is not here.`,
      };
    try {
      const mission = await benchmark.mission(id);
      if (
        mission.digest !==
        run.benchmark.missions.find((each) => each.id === id)?.digest
      )
        return { absent: "The mission has changed since the run was made." };
      const canonical = await orUndefined(benchmark.canonical(mission));
      return {
        parameters: mission.parameters,
        testcodes: mission.testcodes,
        canonical,
      };
    } catch (error) {
      if (error instanceof UsageError)
        return { absent: `The mission cannot be read here: ${error.message}` };
      throw error;
    }
  };
}

/** A mission need not have a solution of our own. */
async function orUndefined<T>(wanted: Promise<T>): Promise<T | undefined> {
  return wanted.catch((error: unknown) => {
    if (error instanceof UsageError) return undefined;
    throw error;
  });
}
