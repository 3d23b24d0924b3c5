import { execa } from 'execa'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../helpers.ts'

test('what was left open by the parent is closed, and what Node needs is not', async () => {
  const code = `
    import { closeInherited } from ${JSON.stringify(path.join(root, 'harness/lib/processes/inherited.ts'))}
    import { execFileSync } from 'node:child_process'
    closeInherited()
    const open = execFileSync('sh', ['-c', 'for f in 150 200; do [ -e /proc/self/fd/$f ] && echo $f; done; true'], { encoding: 'utf8' })
    process.stdout.write('open:' + open + ';' + await Promise.resolve('alive'))`
  const inner = `exec 150</etc/passwd 200>/dev/null; exec "$0" --import "$1" --input-type=module -e "$2"`
  const ended = await execa('bash', ['-c', inner, process.execPath, import.meta.resolve('tsx'), code], { cwd: root })
  expect(ended.stdout).toBe('open:;alive')
})
