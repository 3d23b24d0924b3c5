import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import yargs, { type Argv } from "yargs";
import type { CompareOptions } from "./commands/compare.ts";
import type { DoctorOptions } from "./commands/doctor.ts";
import type { ExportOptions } from "./commands/export.ts";
import type { LeaderboardOptions } from "./commands/leaderboard.ts";
import type { ListOptions } from "./commands/list.ts";
import type { ReportOptions } from "./commands/report.ts";
import type { RunCommandOptions } from "./commands/run.ts";
import type { SelftestOptions } from "./commands/selftest.ts";
import type { ShowOptions } from "./commands/show.ts";
import type { TraceOptions } from "./commands/trace.ts";
import type { ViewOptions } from "./commands/view.ts";
import { Interrupted, PeError, UsageError, messageOf } from "./errors.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { compareFlags } from "./flags/compare.ts";
import { exportFlags } from "./flags/export.ts";
import { leaderboardFlags } from "./flags/leaderboard.ts";
import { FAIL_ON, reportingFlags } from "./flags/reporting.ts";
import { reportFlags, reportOptions } from "./flags/report.ts";
import { traceFlags, traceOptions } from "./flags/trace.ts";
import {
  fraction,
  oneOf,
  positive,
  whole,
  type Flags,
} from "./flags/values.ts";
import { viewFlags, viewOptions } from "./flags/view.ts";

/** What each command does; given as an argument so that flags can be tested without running anything. */
export interface Handlers {
  run(options: RunCommandOptions): Promise<ExitCode>;
  list(options: ListOptions): Promise<ExitCode>;
  show(options: ShowOptions): Promise<ExitCode>;
  report(options: ReportOptions): Promise<ExitCode>;
  compare(options: CompareOptions): Promise<ExitCode>;
  export(options: ExportOptions): Promise<ExitCode>;
  leaderboard(options: LeaderboardOptions): Promise<ExitCode>;
  view(options: ViewOptions): Promise<ExitCode>;
  trace(options: TraceOptions): Promise<ExitCode>;
  doctor(options: DoctorOptions): Promise<ExitCode>;
  selftest(options: SelftestOptions): Promise<ExitCode>;
}

/** Each command is loaded when it is called: `--help` must not wait for a browser library. */
const commands: Handlers = {
  run: async (options) =>
    (await import("./commands/run.ts")).runCommand(options),
  list: async (options) =>
    (await import("./commands/list.ts")).listCommand(options),
  show: async (options) =>
    (await import("./commands/show.ts")).showCommand(options),
  report: async (options) =>
    (await import("./commands/report.ts")).reportCommand(options),
  compare: async (options) =>
    (await import("./commands/compare.ts")).compareCommand(options),
  export: async (options) =>
    (await import("./commands/export.ts")).exportCommand(options),
  leaderboard: async (options) =>
    (await import("./commands/leaderboard.ts")).leaderboardCommand(options),
  view: async (options) =>
    (await import("./commands/view.ts")).viewCommand(options),
  trace: async (options) =>
    (await import("./commands/trace.ts")).traceCommand(options),
  selftest: async (options) =>
    (await import("./commands/selftest.ts")).selftestCommand(options),
  doctor: async (options) =>
    (await import("./commands/doctor.ts")).doctorCommand(options),
};

/** argv → exit code. Errors that a user can mend are one line; anything else shows its stack. */
export async function main(
  argv: readonly string[],
  handlers: Handlers = commands,
): Promise<ExitCode> {
  try {
    return await dispatch(argv, handlers);
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.interrupted;
    if (error instanceof UsageError)
      return complain(`pe: ${error.message}`, EXIT.usage);
    if (error instanceof PeError)
      return complain(`pe: ${messageOf(error)}`, EXIT.harness);
    const text =
      error instanceof Error ? (error.stack ?? error.message) : String(error);
    return complain(`pe: this should not have happened: ${text}`, EXIT.harness);
  }
}

function complain(text: string, code: ExitCode): ExitCode {
  process.stderr.write(`${text}\n`);
  return code;
}

const LEVELS = [1, 2, 3] as const;
const MODES = ["direct", "cascade"] as const;
const SANDBOXES = ["bubblewrap", "process"] as const;
const INSTALL_NETWORKS = ["registry", "none"] as const;

async function dispatch(
  argv: readonly string[],
  handlers: Handlers,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const keep = async (result: Promise<ExitCode>) => {
    code = await result;
  };
  await yargs([...argv])
    .scriptName("pe")
    .usage(
      "$0 COMMAND\n\nRuns the programs that coding agents write, acts on them as a user would, and reports what works.",
    )
    .command(
      "run",
      "run an agent on missions and judge what it writes",
      runFlags,
      (args) => keep(handlers.run(runOptions(args))),
    )
    .command(
      "list [what]",
      "list missions, agents or runs",
      listFlags,
      (args) => keep(handlers.list(args)),
    )
    .command(
      "show <mission>",
      "show the brief of a mission, or what is asked about its parameters",
      showFlags,
      (args) =>
        keep(
          handlers.show({
            ...args,
            level: oneOf("--level", args.level, LEVELS),
          }),
        ),
    )
    .command(
      "report [runs..]",
      "rebuild the report of one or several runs, serve it on loopback and open it",
      reportFlags,
      (args) => keep(handlers.report(reportOptions(args))),
    )
    .command(
      "view",
      "list the runs, serve the list with their reports on loopback and open it",
      viewFlags,
      (args) => keep(handlers.view(viewOptions(args))),
    )
    .command(
      "trace <run> <trial> [testcode]",
      "open what the browser did in Playwright's trace viewer",
      traceFlags,
      (args) => keep(handlers.trace(traceOptions(args))),
    )
    .command(
      "compare <runs..>",
      "say how far apart runs are, and whether that could be chance",
      compareFlags,
      (args) => keep(handlers.compare(args)),
    )
    .command(
      "export [run]",
      "write a run down for another program",
      exportFlags,
      (args) =>
        keep(
          handlers.export({
            run: args.run,
            out: args.out,
            format: args.format,
            to: args.to,
          }),
        ),
    )
    .command(
      "leaderboard [runs..]",
      "rank the agents of many runs in one table",
      leaderboardFlags,
      (args) => keep(handlers.leaderboard({ ...args, to: args.to })),
    )
    .command(
      "selftest [names..]",
      "run the hostile projects against the sandbox of this machine",
      selftestFlags,
      (args) => keep(handlers.selftest(selftestOptions(args))),
    )
    .command(
      "doctor",
      "say what is there, what is missing, and how to get it",
      doctorFlags,
      (args) => keep(handlers.doctor(args)),
    )
    .demandCommand(1, "Name a command; pe --help lists them.")
    .strict()
    .check(refuseRepeatedFlags)
    .parserConfiguration({
      "boolean-negation": false,
      "camel-case-expansion": false,
    })
    .version(packageVersion())
    .help()
    .wrap(Math.min(110, process.stdout.columns || 110))
    .epilogue(
      "Exit codes: 0 done, 1 harness error or unjudged testcodes, 2 usage, 3 below --min-score or --fail-on, 130 interrupted.",
    )
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      if (error && error.name !== "YError") throw error;
      throw new UsageError(
        oneLine(
          error?.message ?? message ?? "that is no use of pe; try pe --help",
        ),
      );
    })
    .parseAsync();
  return code;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}

/** Flags that take several values, with commas or each with a flag of its own. */
const LISTS = [
  "agent",
  "level",
  "mode",
  "missions",
  "names",
  "runs",
  "reporter",
  "fail-on",
  "allow-origin",
  "allowOrigin",
];

/** yargs makes a list of a flag that is there twice, whatever its type. */
function refuseRepeatedFlags(args: Readonly<Record<string, unknown>>): true {
  const repeated = Object.keys(args).find(
    (name) => Array.isArray(args[name]) && !["_", ...LISTS].includes(name),
  );
  if (repeated !== undefined)
    throw new UsageError(`--${repeated} is there more than once`);
  return true;
}

/** What was given for a flag that takes several values. */
function list(flag: string, value: string | readonly string[]): string[] {
  const parts = [value].flat().flatMap((each) => each.split(","));
  const named = parts.map((part) => part.trim()).filter((part) => part !== "");
  if (named.length === 0)
    throw new UsageError(`${flag} takes at least one value`);
  return named;
}

function runFlags(flags: Argv) {
  return reportingFlags(flags)
    .option("agent", {
      type: "string",
      describe: "who writes the projects; pe list agents names them",
      requiresArg: true,
    })
    .option("level", {
      type: "string",
      describe: "input level 1, 2 or 3; several with commas",
      default: "1",
      requiresArg: true,
    })
    .option("mode", {
      type: "string",
      describe: "direct or cascade; several with commas",
      default: "direct",
      requiresArg: true,
    })
    .option("missions", {
      type: "string",
      describe: "ids with commas; all by default",
      requiresArg: true,
    })
    .option("samples", {
      type: "number",
      describe: "independent tries at the same thing",
      default: 1,
      requiresArg: true,
    })
    .option("concurrency", {
      type: "number",
      describe: "trials at a time; default: cores, at most 4",
      requiresArg: true,
    })
    .option("timeout", {
      type: "number",
      describe: "seconds that one trial may be judged",
      default: 300,
      requiresArg: true,
    })
    .option("testcode-timeout", {
      type: "number",
      describe: "seconds for one testcode",
      default: 20,
      requiresArg: true,
    })
    .option("start-timeout", {
      type: "number",
      describe: "seconds until a project must answer",
      default: 30,
      requiresArg: true,
    })
    .option("install-timeout", {
      type: "number",
      describe: "seconds for installing packages",
      default: 300,
      requiresArg: true,
    })
    .option("sandbox", {
      type: "string",
      describe: "bubblewrap or process; the strongest that works by default",
      requiresArg: true,
    })
    .option("install-network", {
      type: "string",
      describe: "what package clients may reach: registry or none",
      default: "registry",
      requiresArg: true,
    })
    .option("allow-origin", {
      type: "string",
      array: true,
      describe:
        "an origin beside the project, such as a CDN, from which its pages may load; can be repeated",
      requiresArg: true,
    })
    .option("out", {
      type: "string",
      describe: "the folder that holds the runs",
      default: "reports",
      requiresArg: true,
    })
    .option("resume", {
      type: "string",
      describe: "go on with a run: only what is missing",
      requiresArg: true,
    })
    .option("json", {
      type: "boolean",
      describe: "print the summary as one JSON object",
      default: false,
    })
    .option("min-score", {
      type: "number",
      describe: "exit with 3 below this score (0 to 1)",
      requiresArg: true,
    })
    .example(
      "$0 run --agent canonical --level 2",
      "our own solutions on all missions",
    )
    .example(
      "$0 run --agent folder:./mine --missions todo",
      "projects that lie in a folder",
    )
    .example(
      "$0 run --agent canonical --json --min-score 1",
      "for a build server",
    );
}

function runOptions(args: Flags<typeof runFlags>): RunCommandOptions {
  return {
    agents: args.agent === undefined ? [] : list("--agent", args.agent),
    levels: list("--level", args.level).map((text) =>
      oneOf("--level", Number(text), LEVELS),
    ),
    modes: list("--mode", args.mode).map((text) =>
      oneOf("--mode", text, MODES),
    ),
    missions:
      args.missions === undefined ? [] : list("--missions", args.missions),
    samples: whole("--samples", args.samples, 1, 1000),
    concurrency:
      args.concurrency === undefined
        ? undefined
        : whole("--concurrency", args.concurrency, 1, 64),
    timeout: positive("--timeout", args.timeout),
    testcodeTimeout: positive("--testcode-timeout", args["testcode-timeout"]),
    startTimeout: positive("--start-timeout", args["start-timeout"]),
    installTimeout: positive("--install-timeout", args["install-timeout"]),
    sandbox:
      args.sandbox === undefined
        ? undefined
        : oneOf("--sandbox", args.sandbox, SANDBOXES),
    installNetwork: oneOf(
      "--install-network",
      args["install-network"],
      INSTALL_NETWORKS,
    ),
    allowedOrigins: (args["allow-origin"] ?? []).map(origin),
    out: args.out,
    resume: args.resume,
    json: args.json,
    minScore:
      args["min-score"] === undefined
        ? undefined
        : fraction("--min-score", args["min-score"]),
    reporters:
      args.reporter === undefined
        ? undefined
        : list("--reporter", args.reporter),
    verbose: args.verbose,
    failOn:
      args["fail-on"] === undefined
        ? []
        : list("--fail-on", args["fail-on"]).map((text) =>
            oneOf("--fail-on", text, FAIL_ON),
          ),
    repeatJudging: whole("--repeat-judging", args["repeat-judging"], 0, 100),
  };
}

/** The names of the project itself, which a page can reach in any case. */
const OWN = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0"]);

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const good =
    url !== undefined &&
    ["http:", "https:"].includes(url.protocol) &&
    !OWN.has(url.hostname);
  if (!good)
    throw new UsageError(
      `--allow-origin takes an origin such as https://cdn.example.org, not "${text}"`,
    );
  return url.origin;
}

function listFlags(flags: Argv) {
  return flags
    .positional("what", {
      choices: ["missions", "agents", "runs"] as const,
      default: "missions" as const,
    })
    .option("out", {
      type: "string",
      describe: "the folder that holds the runs",
      default: "reports",
      requiresArg: true,
    })
    .option("json", { type: "boolean", default: false })
    .example("$0 list runs", "what has been run, newest first");
}

function showFlags(flags: Argv) {
  return flags
    .positional("mission", {
      type: "string",
      demandOption: true,
      describe: "an id from pe list",
    })
    .option("level", {
      choices: LEVELS,
      default: 1 as const,
      describe: "the input level",
      requiresArg: true,
    })
    .option("questions", {
      type: "boolean",
      default: false,
      describe: "what an agent is asked once its project is frozen",
    })
    .option("json", { type: "boolean", default: false })
    .example("$0 show todo --level 2", "the checklist");
}

function selftestFlags(flags: Argv) {
  return flags
    .positional("names", {
      type: "string",
      array: true,
      default: [] as string[],
      describe: "attacks; all by default",
    })
    .option("sandbox", {
      type: "string",
      describe: "bubblewrap or process; the strongest that works by default",
      requiresArg: true,
    })
    .option("quick", {
      type: "boolean",
      describe: "only what fits into two minutes",
      default: false,
    })
    .option("json", { type: "boolean", default: false })
    .example("$0 selftest fork-bomb", "one attack");
}

function selftestOptions(args: Flags<typeof selftestFlags>): SelftestOptions {
  const { names, sandbox, quick, json } = args;
  return {
    names,
    quick,
    json,
    sandbox:
      sandbox === undefined
        ? undefined
        : oneOf("--sandbox", sandbox, SANDBOXES),
  };
}

function doctorFlags(flags: Argv) {
  return flags.option("json", { type: "boolean", default: false });
}

/** From the package, wherever this file was compiled to. */
function packageVersion(): string {
  const require = createRequire(import.meta.url);
  for (
    let folder = import.meta.dirname;
    folder !== path.dirname(folder);
    folder = path.dirname(folder)
  ) {
    const file = path.join(folder, "package.json");
    if (existsSync(file)) return (require(file) as { version: string }).version;
  }
  return "unknown";
}
