import { access, constants } from "node:fs/promises";
import path from "node:path";
import { execa } from "execa";
import { findBrowser, tryBrowser } from "../browser/find.ts";
import { messageOf } from "../errors.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { createControlGroup } from "../sandbox/cgroup/cgroup.ts";
import { chooseSandbox } from "../sandbox/index.ts";
import { PROJECT_LIMITS } from "../sandbox/limits.ts";

export interface DoctorOptions {
  readonly json: boolean;
}

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  /** Without it, some things cannot be done; all else works. */
  readonly optional: boolean;
  readonly found: string;
  /** How to get it, where it is missing. */
  readonly remedy?: string;
}

/** `pe doctor`: tries what a run needs, and says how to get what is missing. */
export async function doctorCommand({
  json,
}: DoctorOptions): Promise<ExitCode> {
  const findings = await Promise.all([
    nodeFinding(),
    browserFinding(),
    sandboxFinding(),
    pythonFinding(),
  ]);
  process.stdout.write(
    json
      ? `${JSON.stringify(findings, null, 2)}\n`
      : `${findings.map(asLine).join("\n")}\n`,
  );
  return findings.every(({ ok, optional }) => ok || optional)
    ? EXIT.done
    : EXIT.harness;
}

function asLine({ what, ok, optional, found, remedy }: Finding): string {
  const mark = ok ? "✓" : optional ? "–" : "✗";
  return `${mark} ${what.padEnd(8)} ${found}${remedy === undefined ? "" : `\n           ${remedy}`}`;
}

function nodeFinding(): Promise<Finding> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  const found = `${process.version} (${process.execPath})`;
  return Promise.resolve({
    what: "Node",
    ok,
    optional: false,
    found,
    ...(ok ? {} : { remedy: "install Node 20.19 or newer" }),
  });
}

async function browserFinding(): Promise<Finding> {
  const base = { what: "Browser", optional: false };
  try {
    const browser = await findBrowser(process.env);
    if ("missing" in browser)
      return { ...base, ok: false, found: "none", remedy: browser.missing };
    return {
      ...base,
      ok: true,
      found: `${await tryBrowser(browser.path)} (${browser.path}, ${browser.source})`,
    };
  } catch (error) {
    return {
      ...base,
      ok: false,
      found: messageOf(error),
      remedy: "set PE_CHROMIUM to a browser that starts, or unset it",
    };
  }
}

async function sandboxFinding(): Promise<Finding> {
  const { name, why } = await chooseSandbox();
  const group =
    name === "bubblewrap"
      ? await createControlGroup(PROJECT_LIMITS)
      : undefined;
  await group?.remove();
  const memory = group
    ? `memory is limited by ${group.version}`
    : "memory is measured and limited by polling";
  const weak = name === "process";
  return {
    what: "Sandbox",
    ok: !weak,
    optional: true,
    found: `${name}${weak ? " (weak: run only projects that you trust)" : ""}: ${why}; ${memory}`,
    ...(weak
      ? { remedy: "on Linux, install bubblewrap (apt-get install bubblewrap)" }
      : {}),
  };
}

async function pythonFinding(): Promise<Finding> {
  const base = { what: "Python", optional: true };
  const result = await execa("python3", ["--version"], {
    reject: false,
    timeout: 10_000,
  });
  if (result.failed)
    return {
      ...base,
      ok: false,
      found: "none",
      remedy: "install python3 to judge Python projects",
    };
  return {
    ...base,
    ok: true,
    found: `${result.stdout.trim()} (${(await onPath("python3")) ?? "python3"})`,
  };
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(path.delimiter)) {
    const file = path.join(folder, name);
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  return undefined;
}
