import type { ProgramFixtures, ProgramTestcodes } from "pe";

const writes = async ({ run, file, expect }: ProgramFixtures) => {
  const { read } = await run();
  expect((await read(file("output_file"))).toString("utf8").trim()).toBe("42");
};

const testcodes: ProgramTestcodes = {
  first: writes,
  second: writes,
  third: writes,
};
export default testcodes;
