import type { ProgramFixtures, ProgramTestcodes } from "pe";

const talks =
  (way: string) =>
  async ({ start, expect }: ProgramFixtures) => {
    const dialogue = await start({ args: [way] });
    expect(await dialogue.send("ping")).toContain("pong");
  };

const testcodes: ProgramTestcodes = {
  once: talks("once"),
  lines: talks("lines"),
  forever: talks("forever"),
};
export default testcodes;
