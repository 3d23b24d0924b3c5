import type { Status, Summary } from "../schema.ts";

/** What can be too much in a run: testcodes of a status, and more. */
export type FailOn = Exclude<Status, "passed"> | "flaky" | "incomplete";

export interface Gate {
  readonly minScore: number | undefined;
  readonly failOn: readonly FailOn[];
}

/** Why a run is not good enough, a sentence each; empty where it is. */
export function gateMessages(
  summary: Summary,
  { minScore, failOn }: Gate,
): string[] {
  const score = summary.score ?? 0;
  const low = minScore !== undefined && score < minScore;
  return [
    ...(low
      ? [
          `the score is ${summary.score === null ? "unknown" : String(score)}, below --min-score ${String(minScore)}`,
        ]
      : []),
    ...failOn.flatMap((name) => {
      const found = countOf(summary, name);
      return found > 0
        ? [
            name === "incomplete"
              ? "the run is incomplete, which --fail-on names"
              : `${String(found)} testcodes are ${name}, which --fail-on names`,
          ]
        : [];
    }),
  ];
}

function countOf(
  { testcodes, flaky, incomplete }: Summary,
  name: FailOn,
): number {
  if (name === "incomplete") return incomplete ? 1 : 0;
  return name === "flaky" ? flaky.length : testcodes[name];
}
