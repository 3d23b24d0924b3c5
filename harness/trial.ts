import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { briefOf, questionsOf } from "./brief.ts";
import { watchDisk } from "./disk-watch.ts";
import { unlessAborted } from "./deadline.ts";
import {
  AgentFault,
  Interrupted,
  ProjectFault,
  UsageError,
  firstThrown,
  messageOf,
} from "./errors.ts";
import { removeFolder } from "./files/remove.ts";
import { judgeAll, verdictsForAll } from "./judge.ts";
import { launcherFor } from "./launchers/index.ts";
import { openSandbox, type SandboxName } from "./sandbox/index.ts";
import {
  INSTALL_LIMITS,
  PROJECT_LIMITS,
  type SandboxLimits,
} from "./sandbox/limits.ts";
import {
  SCHEMA_VERSION,
  type Answers,
  type InstallNetwork,
  type Outcome,
  type TrialKey,
  type TrialRecord,
} from "./schema.ts";
import type { TrialStore } from "./store.ts";
import type {
  Agent,
  Benchmark,
  Mission,
  Project,
  RunEvent,
  Tester,
} from "./types.ts";
import { checkProject, materialise, projectDigest } from "./workspace.ts";

export interface Trial {
  readonly key: TrialKey;
  readonly benchmark: Benchmark;
  readonly mission: Mission;
  /** From `Benchmark.testcodes`. */
  readonly testcodes: unknown;
  readonly agent: Agent;
  readonly tester: Tester;
  readonly store: TrialStore;
  readonly sandbox: SandboxName;
  readonly installNetwork: InstallNetwork;
  /** Limits that differ from the usual ones. */
  readonly sandboxLimits?: Partial<SandboxLimits>;
  readonly limits: TrialLimits;
  readonly emit: (event: RunEvent) => void;
  readonly signal: AbortSignal;
}

/** All in milliseconds. */
export interface TrialLimits {
  readonly trial: number;
  readonly testcode: number;
  readonly start: number;
  readonly install: number;
}

/**
 * One trial, from the mission to its verdicts. What each stage gives is on disk before the next one begins, and what is
 * there already is not asked for again.
 * @throws Interrupted where the run was stopped: the trial can be resumed
 */
export async function runTrial(trial: Trial): Promise<TrialRecord> {
  const clock = new StageClock(trial);
  try {
    const project = await clock.stage("generate", () => generate(trial));
    await using scratch = await scratchFolder();
    const workspace = await clock.stage("freeze", () =>
      materialise(project, path.join(scratch.path, "project")),
    );
    const answers = await clock.stage("answer", () => answer(trial, project));
    const projectLimits = { ...PROJECT_LIMITS, ...trial.sandboxLimits };
    const disk = await watchDisk(scratch.path, projectLimits.disk);
    await using sandbox = await openSandbox(trial.sandbox, scratch.path, {
      limits: projectLimits,
    });
    await using target = await clock.stage("launch", () =>
      launcherFor(workspace, trial.mission).launch(workspace, sandbox, {
        start: trial.limits.start,
        install: trial.limits.install,
        signal: trial.signal,
        scratch: scratch.path,
        openInstaller: () =>
          openSandbox(trial.sandbox, scratch.path, {
            limits: INSTALL_LIMITS,
            registry: trial.installNetwork === "registry",
            browser: false,
          }),
      }),
    );
    const setup = {
      mission: trial.mission,
      testcodes: trial.testcodes,
      evidenceFolder: await trial.store.evidenceFolder(),
      testcodeTimeout: trial.limits.testcode,
      scratch: scratch.path,
      signal: trial.signal,
    };
    await using session = await clock.stage("open", () =>
      trial.tester.open(target, setup),
    );
    const judged = await clock.stage("judge", () =>
      judgeAll(
        { ...trial, machineProblem: () => disk.problem() },
        session,
        answers,
      ),
    );
    return clock.record("judged", { ...judged, log: target.log() });
  } catch (error) {
    return clock.record(...outcomeOf(trial, error));
  }
}

async function generate({
  store,
  mission,
  benchmark,
  key,
  agent,
  signal,
}: Trial): Promise<Project> {
  const earlier = await store.readProject();
  if (earlier) return earlier;
  const skeleton = key.level === 3 ? await benchmark.skeleton(mission) : [];
  const brief = briefOf(mission, key.level, key.mode, skeleton);
  await store.writeBrief(brief);
  const project = await unlessAborted(
    agent.generate(brief, { mission: mission.id, signal }),
    signal,
  );
  checkProject(project);
  await store.writeProject(project, projectDigest(project));
  return project;
}

/** The project is frozen by now: nothing that the agent says here changes it. */
async function answer(
  { store, mission, agent, signal }: Trial,
  project: Project,
): Promise<Answers> {
  const earlier = await store.readAnswers();
  if (earlier) return earlier;
  const answers = await unlessAborted(
    agent.answer(questionsOf(mission), project, {
      mission: mission.id,
      signal,
    }),
    signal,
  );
  await store.writeAnswers(answers);
  return answers;
}

type Judged = Pick<TrialRecord, "runnable" | "verdicts" | "log" | "failedAt">;

/** What a fault means for the verdicts; by the class of the error, which says whose fault it is. */
function outcomeOf(
  trial: Trial,
  thrown: unknown,
): [Outcome, Judged & { readonly reason: string }] {
  const error = firstThrown(thrown);
  if (trial.signal.aborted || error instanceof Interrupted)
    throw new Interrupted("stopped", { cause: error });
  if (error instanceof UsageError) throw error;
  const reason = messageOf(error);
  if (error instanceof AgentFault)
    return [
      "no-project",
      { ...verdictsForAll(trial.mission, "not-run", reason), reason },
    ];
  if (error instanceof ProjectFault) {
    const verdicts = verdictsForAll(trial.mission, "not-run", reason);
    return [
      "not-launched",
      { ...verdicts, reason, log: error.output, failedAt: error.step },
    ];
  }
  return [
    "unjudged",
    { ...verdictsForAll(trial.mission, "unjudged", reason), reason },
  ];
}

/** Says when a stage begins, and how long each took. */
class StageClock {
  readonly #trial: Trial;
  readonly #began = performance.now();
  readonly #startedAt = new Date().toISOString();
  readonly #stages: Record<string, number> = {};

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async stage<T>(name: string, action: () => Promise<T>): Promise<T> {
    this.#trial.emit({ type: "stage", trial: this.#trial.key, stage: name });
    const began = performance.now();
    try {
      return await action();
    } finally {
      this.#stages[name] = Math.round(performance.now() - began);
    }
  }

  record(
    outcome: Outcome,
    judged: Judged & { readonly reason?: string },
  ): TrialRecord {
    return {
      schemaVersion: SCHEMA_VERSION,
      trial: this.#trial.key,
      outcome,
      ...judged,
      log: (judged.log ?? "").slice(-LONGEST_LOG),
      stages: this.#stages,
      seconds: (performance.now() - this.#began) / 1000,
      startedAt: this.#startedAt,
    };
  }
}

/** Characters of a project's output that go into the record of its trial. */
const LONGEST_LOG = 20_000;

interface Scratch extends AsyncDisposable {
  readonly path: string;
}

/** Outside the harness's own folders, where a project could otherwise resolve the harness's packages. */
async function scratchFolder(): Promise<Scratch> {
  const folder = await mkdtemp(path.join(tmpdir(), "pe-"));
  return {
    path: folder,
    [Symbol.asyncDispose]: () => removeFolder(folder),
  };
}
