import type { ProgramTestcodes } from 'pe'

const testcodes: ProgramTestcodes = {
  'may-nothing': async ({ run, file, expect }) => {
    const { read } = await run()
    expect((await read(file('output_file'))).toString('utf8')).toBe('looked\n')
  },
}
export default testcodes
