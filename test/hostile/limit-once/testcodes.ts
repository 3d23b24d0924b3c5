import type { ProgramFixtures, ProgramTestcodes } from "pe";

const does =
  (what: string) =>
  async ({ run, expect }: ProgramFixtures) => {
    const { cause, code, read } = await run({ args: [what] });
    expect({ cause, code }).toEqual({ cause: undefined, code: 0 });
    expect((await read("answer.txt")).toString("utf8")).toBe("42");
  };

const testcodes: ProgramTestcodes = {
  memory: does("memory"),
  "after-memory": does("work"),
  disk: does("disk"),
  "after-disk": does("work"),
  processes: does("processes"),
  "after-processes": does("work"),
  "memory-again": does("memory"),
  "after-all": does("work"),
};
export default testcodes;
