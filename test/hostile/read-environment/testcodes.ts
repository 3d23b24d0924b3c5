import type { ProgramTestcodes } from 'pe'

const KNOWN = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'PORT', 'PWD', 'PE_SANDBOX_ID', 'SHLVL', '_', 'OLDPWD']

const testcodes: ProgramTestcodes = {
  variables: async ({ run, expect }) => {
    const { read } = await run()
    const names = JSON.parse((await read('variables.json')).toString('utf8')) as string[]
    expect(names.filter((name) => !KNOWN.includes(name))).toEqual([])
  },
  /** The program inherits no file, socket or terminal of the harness. */
  files: async ({ run, expect }) => {
    const { read } = await run()
    const files = JSON.parse((await read('files.json')).toString('utf8')) as string[]
    expect(files.filter((file) => !/^(pipe:|socket:|anon_inode:|\/dev\/null$|\/proc\/|\/project$)/.test(file))).toEqual(
      [],
    )
  },
}
export default testcodes
