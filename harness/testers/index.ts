import type { Mission, Tester } from "../types.ts";
import { playwrightTester, type PlaywrightOptions } from "./playwright.ts";
import { subprocessTester } from "./subprocess.ts";

/** What the testers of a run are made from. */
export type TesterOptions = PlaywrightOptions;

const testers = {
  playwright: playwrightTester,
  subprocess: subprocessTester,
} as const satisfies Record<string, (options: TesterOptions) => Tester>;

type TesterName = keyof typeof testers;

function testerNameFor(mission: Mission): TesterName {
  return mission.kind === "website" ? "playwright" : "subprocess";
}

/** The testers of a run: each made when it is first needed, all closed with the run. */
export class Testers implements AsyncDisposable {
  readonly #open = new Map<TesterName, Tester>();
  readonly #options: TesterOptions;

  constructor(options: TesterOptions) {
    this.#options = options;
  }

  for(mission: Mission): Tester {
    const name = testerNameFor(mission);
    const tester = this.#open.get(name) ?? testers[name](this.#options);
    this.#open.set(name, tester);
    return tester;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      [...this.#open.values()].map((tester) => tester[Symbol.asyncDispose]()),
    );
  }
}
