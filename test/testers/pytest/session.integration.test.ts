import { describe, expect, it } from 'vitest'
import { PYTEST, REFERENCE, judged, failing } from './session-cases.ts'

describe('the tester pytest', PYTEST, () => {
  it('passes the reference, and excludes what does not judge it, for a reason', async () => {
    const verdicts = await judged(REFERENCE)
    expect(failing(verdicts)).toEqual([])
    const excluded = Object.entries(verdicts).filter(([, { status }]) => status === 'excluded')
    expect(Object.fromEntries(excluded.map(([id, { reason }]) => [id.replace(/^.*::/, ''), reason]))).toEqual({
      test_skipped: expect.stringContaining('is skipped on the reference') as string,
      test_wrong_on_the_reference: expect.stringContaining('fails on the reference') as string,
      test_needs_a_missing_module: 'needs the Python module pe_no_such_module, which is not installed',
    })
    expect(Object.values(verdicts).filter(({ status }) => status === 'passed').length).toBe(45)
  })

  it('voids the suite of a library that touches the judge, and shows the evidence', async () => {
    const patch = '\nimport _pytest.runner\n_pytest.runner.runtestprotocol = lambda *_, **__: []\n'
    const verdicts = await judged(REFERENCE + patch)
    expect(failing(verdicts).length).toBe(45)
    expect(verdicts['unit_tests/test_intervals.py::test_parse']).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^tampering, which voids the suite: .*_pytest\.runner\.runtestprotocol/) as string,
    })
  })
})
