import path from "node:path";
import { agents } from "../agents/index.ts";
import { builtInBenchmark, selectMissions } from "../benchmarks/index.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { formatTable, percent } from "../reporters/table.ts";
import { listRuns, readRun, readSummary } from "../store.ts";

export interface ListOptions {
  readonly what: "missions" | "agents" | "runs";
  readonly out: string;
  readonly json: boolean;
}

/** One line of a listing: column → value. */
type Row = Readonly<Record<string, string | number | null>>;

/** `pe list`: a table, or with `--json` an array of objects. */
export async function listCommand({
  what,
  out,
  json,
}: ListOptions): Promise<ExitCode> {
  const rows = await {
    missions: missionRows,
    agents: agentRows,
    runs: () => runRows(out),
  }[what]();
  process.stdout.write(
    json ? `${JSON.stringify(rows, null, 2)}\n` : `${asTable(rows, what)}\n`,
  );
  return EXIT.done;
}

async function missionRows(): Promise<Row[]> {
  const missions = await selectMissions(builtInBenchmark(), []);
  return missions.map(({ id, title, kind, stack, testcodes }) => ({
    id,
    title,
    kind,
    stack,
    testcodes: testcodes.length,
  }));
}

function agentRows(): Promise<Row[]> {
  const entries = Object.entries<{ about: string; argument?: string }>(agents);
  return Promise.resolve(
    entries.map(([name, { about, argument }]) => ({
      name: argument === undefined ? name : `${name}:${argument}`,
      about,
    })),
  );
}

async function runRows(out: string): Promise<Row[]> {
  const folders = await listRuns(path.resolve(out));
  return Promise.all(
    folders.map(async (folder) => {
      const [run, summary] = await Promise.all([
        readRun(folder),
        readSummary(folder),
      ]);
      return {
        run: run.runId,
        agents: run.settings.agents.join(", "),
        levels: run.settings.levels.join(", "),
        trials: run.trials.length,
        score: summary?.score ?? null,
        state:
          summary === undefined
            ? "not ended"
            : summary.incomplete
              ? "incomplete"
              : "complete",
      };
    }),
  );
}

function asTable(rows: readonly Row[], what: string): string {
  const [first] = rows;
  if (!first) return `There are no ${what}.`;
  const columns = Object.keys(first);
  const cell = (row: Row, column: string) =>
    column === "score"
      ? percent(row[column] as number | null)
      : String(row[column]);
  return formatTable([
    columns,
    ...rows.map((row) => columns.map((column) => cell(row, column))),
  ]);
}
