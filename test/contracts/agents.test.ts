import { beforeAll, describe, expect, it } from "vitest";
import { agents, createAgent } from "../../harness/agents/index.ts";
import {
  builtInBenchmark,
  selectMissions,
} from "../../harness/benchmarks/index.ts";
import { briefOf, questionsOf } from "../../harness/brief.ts";
import { UsageError } from "../../harness/errors.ts";
import { pathProblem } from "../../harness/files/confine.ts";
import { launchPlanSchema } from "../../harness/schema.ts";
import type {
  Agent,
  AgentContext,
  Benchmark,
  Mission,
} from "../../harness/types.ts";
import { checkProject, projectDigest } from "../../harness/workspace.ts";
import { temporaryFolder, writeTree } from "../helpers.ts";

const benchmark: Benchmark = builtInBenchmark();
let missions: readonly Mission[] = [];
beforeAll(async () => {
  missions = await selectMissions(benchmark, []);
});

const canonical = (id: string) => {
  const mission = missions.find((each) => each.id === id);
  if (!mission) throw new Error(`there is no mission "${id}"`);
  return benchmark.canonical(mission);
};

/** A folder with a solution of every mission, and what is typed for the agent that reads it. */
async function solutions(): Promise<
  AsyncDisposable & { readonly path: string }
> {
  const folder = await temporaryFolder();
  for (const { id } of missions) {
    await writeTree(folder.path, {
      [`${id}/project/server.js`]: `// ${id}`,
      [`${id}/launch.json`]: '{ "start": ["node", "server.js"] }',
      [`${id}/answers.json`]: '{ "any": { "url": "http://localhost:8000/" } }',
    });
  }
  return folder;
}

const context = (mission: string): AgentContext => ({
  mission,
  signal: new AbortController().signal,
});

/** How each agent of the table is made for this suite: an agent without a line here fails it. */
const SPECS: Readonly<Record<keyof typeof agents, (folder: string) => string>> =
  {
    canonical: () => "canonical",
    null: () => "null",
    folder: (folder) => `folder:${folder}`,
  };

describe.each(Object.entries(SPECS))("the %s agent", (name, specOf) => {
  async function withAgent(
    check: (agent: Agent, spec: string) => Promise<void>,
  ): Promise<void> {
    await using folder = await solutions();
    const spec = specOf(folder.path);
    await check(
      await createAgent(spec, {
        missions: missions.map(({ id }) => id),
        canonical,
      }),
      spec,
    );
  }

  it("is called what was typed for it", async () => {
    await withAgent((agent, spec) => {
      expect(agent.name).toBe(spec);
      expect(agent.name.startsWith(name)).toBe(true);
      return Promise.resolve();
    });
  });

  it("gives the same project twice, at whatever level, and a different one for another mission", async () => {
    await withAgent(async (agent) => {
      const digests = new Set<string>();
      for (const mission of missions) {
        const projects = await Promise.all(
          ([1, 2, 3] as const).map((level) =>
            agent.generate(
              briefOf(mission, level, "direct", []),
              context(mission.id),
            ),
          ),
        );
        const own = new Set(projects.map(projectDigest));
        expect(own.size).toBe(1);
        for (const digest of own) digests.add(digest);
      }
      expect(digests.size).toBe(name === "null" ? 1 : missions.length);
    });
  });

  it("gives files that stay in their folder and a plan that fits its schema, or nothing at all", async () => {
    await withAgent(async (agent) => {
      for (const mission of missions) {
        const project = await agent.generate(
          briefOf(mission, 1, "direct", []),
          context(mission.id),
        );
        expect(
          project.files
            .map(({ path }) => pathProblem(path))
            .filter((problem) => problem !== undefined),
        ).toEqual([]);
        if (project.files.length === 0) continue;
        checkProject(project);
        expect(launchPlanSchema.parse(project.launch)).toEqual(project.launch);
      }
    });
  });

  it("answers with texts", async () => {
    await withAgent(async (agent) => {
      for (const mission of missions) {
        const project = await agent.generate(
          briefOf(mission, 1, "direct", []),
          context(mission.id),
        );
        const answers = await agent.answer(
          questionsOf(mission),
          project,
          context(mission.id),
        );
        const values = Object.values(answers).flatMap((parameters) =>
          Object.values(parameters),
        );
        expect(values.filter((value) => typeof value !== "string")).toEqual([]);
      }
    });
  });
});

describe("the canonical agent", () => {
  it("answers every question of every mission, and nothing else", async () => {
    const agent = await createAgent("canonical", { missions: [], canonical });
    for (const mission of missions) {
      const asked = questionsOf(mission);
      const answers = await agent.answer(
        asked,
        { files: [] },
        context(mission.id),
      );
      const names = (entries: [string, string[]][]) =>
        entries.map(([id, list]) => [id, list.toSorted()]).toSorted();
      expect(
        names(
          Object.entries(answers).map(([id, values]) => [
            id,
            Object.keys(values),
          ]),
        ),
      ).toEqual(
        names(
          asked.map(({ testcode, parameters }) => [
            testcode,
            parameters.map((parameter) => parameter.name),
          ]),
        ),
      );
    }
  });
});

describe("createAgent", () => {
  const create = (spec: string) =>
    createAgent(spec, { missions: ["todo"], canonical });

  it.each([
    ["gpt", /no agent "gpt".*canonical.*null.*folder:DIR/],
    ["constructor", /no agent "constructor"/],
    ["", /no agent ""/],
    ["folder", /needs an argument: folder:DIR/],
    ["folder:", /needs an argument/],
    ["null:x", /takes no argument, but was given "x"/],
    ["folder:/nowhere", /\/nowhere\/todo/],
  ])("refuses %j", async (spec, message) => {
    await expect(create(spec)).rejects.toThrow(UsageError);
    await expect(create(spec)).rejects.toThrow(message);
  });

  it("takes a folder with a colon in its name", async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.file("a:b"), {
      "todo/project/x": "",
      "todo/launch.json": '{ "run": ["x"] }',
      "todo/answers.json": "{}",
    });
    expect((await create(`folder:${folder.file("a:b")}`)).name).toBe(
      `folder:${folder.file("a:b")}`,
    );
  });
});
