import type { ProgramFixtures, ProgramTestcodes } from "pe";

const talks =
  (way: string) =>
  async ({ start, expect }: ProgramFixtures) => {
    const dialogue = await start({ args: [way] });
    expect(await dialogue.send("ping")).toContain("pong");
    expect(await dialogue.send("ping")).toContain("pong");
  };

const WAYS = ["ends", "crashes", "closes", "silent", "never", "at-once"];
const testcodes: ProgramTestcodes = Object.fromEntries(
  WAYS.map((way) => [way, talks(way)]),
);
export default testcodes;
