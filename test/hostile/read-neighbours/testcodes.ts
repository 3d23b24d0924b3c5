import type { ProgramTestcodes } from "pe";

const testcodes: ProgramTestcodes = {
  "sees-nobody": async ({ run, file, expect }) => {
    const { read } = await run();
    expect(
      JSON.parse((await read(file("output_file"))).toString("utf8")),
    ).toEqual({
      processes: [],
      temporary: [],
      memory: [],
      sockets: [],
      segments: [],
    });
  },
};
export default testcodes;
