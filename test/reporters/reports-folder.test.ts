import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { outFlag, resumeCommand } from '../../harness/reporters/reports-folder.ts'

describe('the folder of runs in a command line', () => {
  it('is left out if it is the default', () => {
    expect(outFlag(path.resolve('reports/a-run'))).toEqual([])
    expect(outFlag('reports/a-run')).toEqual([])
  })

  it('is named if it is another one, so that the command finds the run', () => {
    expect(outFlag('/data/runs/a-run')).toEqual(['--out', '/data/runs'])
    expect(resumeCommand('/data/my runs/a-run')).toBe("pe run --resume a-run --out '/data/my runs'")
    expect(resumeCommand('reports/a-run.shard-1-of-2', ['--executor', 'queue'])).toBe(
      'pe run --resume a-run.shard-1-of-2 --executor queue',
    )
    expect(outFlag(path.resolve('elsewhere/reports/a-run'))).toEqual(['--out', path.resolve('elsewhere/reports')])
  })
})
