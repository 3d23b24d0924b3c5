import { existsSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import type { ProgramTestcodes } from "pe";

const NAME = "pe-hostile-outside.txt";
const root = path.resolve(import.meta.dirname, "../../..");
const FOLDERS = [
  ...[
    "/",
    "/usr",
    "/usr/bin",
    "/usr/local",
    "/etc",
    "/var",
    "/var/tmp",
    "/tmp",
    "/home",
    "/root",
    "/opt",
    "/srv",
  ],
  ...[
    "/dev",
    "/dev/shm",
    "/run",
    "/boot",
    "/mnt",
    tmpdir(),
    homedir(),
    path.dirname(process.execPath),
  ],
  ...[
    root,
    path.join(root, "node_modules"),
    path.join(root, "missions"),
    import.meta.dirname,
  ],
];

const testcodes: ProgramTestcodes = {
  "leaves-nothing": async ({ run, expect }) => {
    const { has } = await run({ args: FOLDERS });
    const left = FOLDERS.map((folder) => path.join(folder, NAME)).filter(
      (file) => existsSync(file),
    );
    for (const file of left) rmSync(file);
    expect(left).toEqual([]);
    expect(await has("tried.txt")).toBe(true);
  },
};
export default testcodes;
