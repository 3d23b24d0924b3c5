import { UsageError } from "../errors.ts";
import type { Agent } from "../types.ts";
import { canonicalAgent } from "./canonical.ts";
import { folderAgent } from "./folder.ts";
import { nullAgent } from "./null.ts";
import type { AgentSetup } from "./setup.ts";

interface AgentEntry {
  readonly about: string;
  /** What the argument is, where the agent takes one. */
  readonly argument?: string;
  readonly create: (setup: AgentSetup) => Agent | Promise<Agent>;
}

/** The built-in agents; a new one is one new file and one line here. */
export const agents = {
  canonical: {
    about: "our own solutions: must score 100%",
    create: canonicalAgent,
  },
  null: {
    about: "an empty project and empty answers: must score 0%",
    create: nullAgent,
  },
  folder: {
    about: "judges DIR/<mission>/{project/**, launch.json, answers.json}",
    argument: "DIR",
    create: folderAgent,
  },
} as const satisfies Record<string, AgentEntry>;

/**
 * Makes an agent from what was typed: `name` or `name:argument`.
 * @throws UsageError for an unknown name, with those that are known
 */
export async function createAgent(
  spec: string,
  setup: Omit<AgentSetup, "argument">,
): Promise<Agent> {
  const [name = "", ...rest] = spec.split(":");
  const argument = rest.join(":");
  const entry: AgentEntry | undefined = Object.hasOwn(agents, name)
    ? agents[name as keyof typeof agents]
    : undefined;
  if (!entry)
    throw new UsageError(
      `there is no agent "${spec}"; the agents are ${agentNames().join(", ")}`,
    );
  if (entry.argument !== undefined && argument === "")
    throw new UsageError(
      `agent "${name}" needs an argument: ${name}:${entry.argument}`,
    );
  if (entry.argument === undefined && argument !== "")
    throw new UsageError(
      `agent "${name}" takes no argument, but was given "${argument}"`,
    );
  return entry.create({ ...setup, argument });
}

/** Several agents, by what was typed for each. */
export async function agentsFor(
  specs: readonly string[],
  setup: Omit<AgentSetup, "argument">,
): Promise<ReadonlyMap<string, Agent>> {
  const made = await Promise.all(
    specs.map(async (spec) => [spec, await createAgent(spec, setup)] as const),
  );
  return new Map(made);
}

export function agentNames(): string[] {
  return Object.entries<AgentEntry>(agents).map(([name, { argument }]) =>
    argument === undefined ? name : `${name}:${argument}`,
  );
}
