import type { ProgramFixtures, ProgramTestcodes } from "pe";

const writes = async ({ run, file, expect }: ProgramFixtures) => {
  const { read } = await run();
  expect((await read(file("output_file"))).toString("utf8").trim()).toBe("42");
};

const testcodes: ProgramTestcodes = {
  parent: writes,
  absolute: writes,
  nul: writes,
  backslash: writes,
  "own-source": writes,
  folder: writes,
};
export default testcodes;
