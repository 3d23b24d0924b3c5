import type { ProgramFixtures, ProgramTestcodes } from "pe";

const leaves =
  (what: string) =>
  async ({ run, file, expect }: ProgramFixtures) => {
    const { read } = await run({ args: [what] });
    expect((await read(file("output_file"))).toString("utf8").trim()).toBe(
      "42",
    );
  };

const KINDS = ["pipe", "socket", "link", "link-to-device", "loop", "folder"];
const testcodes: ProgramTestcodes = Object.fromEntries(
  KINDS.map((kind) => [kind, leaves(kind)]),
);
export default testcodes;
