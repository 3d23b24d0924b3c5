import type { ProgramFixtures, ProgramTestcodes } from "pe";

const shows =
  (way: string) =>
  async ({ start, expect }: ProgramFixtures) => {
    const dialogue = await start({ args: [way] });
    expect(await dialogue.send("ping")).toContain("pong");
  };

const testcodes: ProgramTestcodes = {
  concealed: shows("concealed"),
  erased: shows("erased"),
  overwritten: shows("overwritten"),
  deleted: shows("deleted"),
  elsewhere: shows("elsewhere"),
};
export default testcodes;
