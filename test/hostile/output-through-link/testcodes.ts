import type { ProgramTestcodes } from "pe";

const testcodes: ProgramTestcodes = {
  answer: async ({ run, file, expect }) => {
    const { read } = await run();
    expect((await read(file("output_file"))).toString("utf8").trim()).toBe(
      "42",
    );
  },
  asks: async ({ run, file, expect }) => {
    const { has } = await run();
    expect(await has(file("output_file"))).toBe(true);
  },
};
export default testcodes;
