import {
  SCHEMA_VERSION,
  briefSchema,
  type Brief,
  type Level,
  type Mode,
  type Question,
} from "./schema.ts";
import type { Mission, TextFile } from "./types.ts";

/** The paper's advice: what users point at must be addressable. */
const ADVICE =
  "Give every element that a user reads, fills in or presses an id and a class that say what it is. " +
  "A website listens on the port that the environment variable PORT names, or on its declared port without one. " +
  "Nothing but the loopback network is there while the project runs.";

/** What an agent is told of a mission at a level: nothing of its testcodes, answers or canonical code. */
export function briefOf(
  mission: Mission,
  level: Level,
  mode: Mode,
  skeleton: readonly TextFile[],
): Brief {
  const input = {
    1: { prompt: mission.prompt },
    2: { checklist: mission.checklist },
    3: { skeleton: skeleton.map(({ path, content }) => ({ path, content })) },
  }[level];
  return briefSchema.parse({
    schemaVersion: SCHEMA_VERSION,
    mission: mission.id,
    title: mission.title,
    kind: mission.kind,
    level,
    mode,
    stack: mission.stack,
    advice: ADVICE,
    materials: mission.materials,
    ...input,
  });
}

/** What the agent is asked once its project is frozen: the parameters of each testcode, in words. */
export function questionsOf(mission: Mission): Question[] {
  return mission.testcodes
    .filter((testcode) => testcode.parameters.length > 0)
    .map((testcode) => ({
      testcode: testcode.id,
      page: testcode.page,
      function: testcode.function,
      parameters: testcode.parameters.map((name) => {
        const parameter = mission.parameters[name];
        if (!parameter)
          throw new TypeError(
            `mission "${mission.id}" has no parameter "${name}"`,
          );
        return {
          name,
          kind: parameter.kind,
          description: parameter.description,
        };
      }),
    }));
}
