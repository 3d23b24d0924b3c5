import type { Canonical } from "../types.ts";

/** What an agent is made from. Only built-in agents are given the canonical solutions; a brief never holds them. */
export interface AgentSetup {
  /** What stands behind the colon of `name:argument`; empty where there is none. */
  readonly argument: string;
  /** Ids of the missions of the run. */
  readonly missions: readonly string[];
  readonly canonical: (mission: string) => Promise<Canonical>;
}
