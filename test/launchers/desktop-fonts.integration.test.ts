import { describe, expect, it } from 'vitest'
import { desktop } from '../../harness/launchers/desktop.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { Cleanup } from '../../harness/lib/async/cleanup.ts'
import { limitsOf, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

const python = systemPython()

/** Prints the font that Tk draws with, and its size: with the configuration that it is given, and in a second process without one. */
const MEASURES = `import os, subprocess, sys, tkinter
from tkinter.font import Font
root = tkinter.Tk()
for family in ['Helvetica', 'Courier', 'Times', 'TkDefaultFont', 'nothing like it']:
    font = Font(root=root, family=family, size=24)
    print('font', family, font.actual('family'), font.measure('Black wins 120'), font.metrics('linespace'))
print('end', flush=True)
if len(sys.argv) == 1:
    env = {name: value for name, value in os.environ.items() if name != 'FONTCONFIG_FILE'}
    subprocess.run(['python3', 'main.py', 'again'], env=env)
    tkinter.Label(root, text='0', bg='white').pack()
    root.geometry('320x240')
    root.mainloop()
`

describe('fonts of a program with a window', await needs('bubblewrap', 'desktop'), () => {
  it('are those that fontconfig finds without a configuration, and it prints no error', async () => {
    await using stack = new Cleanup()
    const folder = stack.use(await temporaryFolder())
    const project = { files: [{ path: 'main.py', content: MEASURES }], launch: { run: ['python3', 'main.py'] } }
    const workspace = await materialise(project, folder.file('project'))
    const sandbox = stack.use(await openSandbox('bubblewrap', folder.path, { python, browser: false }))
    const target = stack.use(await desktop.launch(workspace, sandbox, limitsOf(folder.path)))
    const log = target.log()
    const [configured, bare] = log.split('end\n').map((part) => part.match(/^font .+$/gm))
    expect(configured).toHaveLength(5)
    expect(bare).toEqual(configured)
    expect(log.split('Fontconfig error')).toHaveLength(2)
  })
})
