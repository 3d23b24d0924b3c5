import { describe, expect, it } from 'vitest'
import { readRequirements } from '../../../harness/lib/python/requirements.ts'

describe('requirements', () => {
  it.each([
    ['click>=7.0,<9.0.0  # commands', ['click>=7.0,<9.0.0']],
    ['portalocker[tests, redis]', ['portalocker[tests, redis]']],
    [`pywin32>=226; platform_system == "Windows"`, [`pywin32>=226; platform_system == "Windows"`]],
    ['six\r\nsix\n\n# all\n', ['six']],
    ['pytest==3.5.0\nPyTest', []],
  ])('of %j are %j, with the pytest of the judge', (text, wanted) => {
    expect(readRequirements([text])).toEqual({ wanted: ['pytest>=7.2,<8', ...wanted], refused: [] })
  })

  it.each([
    '--index-url=http://evil.example/simple',
    '-r other.txt',
    '-e .',
    './folder',
    'name @ https://evil.example/name.whl',
    'https://evil.example/name.whl',
    'name; $(touch x)',
    'a'.repeat(300),
  ])('refuse %j', (line) => {
    const { wanted, refused } = readRequirements([line])
    expect(wanted).toEqual(['pytest>=7.2,<8'])
    expect(refused).toHaveLength(1)
  })

  it('are bounded', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `name-${String(index)}`).join('\n')
    const { wanted, refused } = readRequirements([many])
    expect(wanted.length).toBe(501)
    expect(refused.length).toBe(500)
  })
})
