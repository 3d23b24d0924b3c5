import type { ProgramFixtures, ProgramTestcodes } from "pe";

const reads =
  (bomb: string) =>
  async ({ run, file, expect }: ProgramFixtures) => {
    const { workbook } = await run({ args: [bomb] });
    const sheet = (await workbook(file("output_file"))).getWorksheet(1);
    expect(sheet?.getCell("A1").text).toBe("42");
  };

const BOMBS = ["merged", "columns", "packed", "entities", "honest"];
const testcodes: ProgramTestcodes = Object.fromEntries(
  BOMBS.map((bomb) => [bomb, reads(bomb)]),
);
export default testcodes;
