/** The windows in which every view of the report is looked at. */

interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

/**
 * `npm test` looks at narrow windows in dark colours and at wide ones in light colours: sideways scrolling depends on the width alone, and
 * contrast on the colours. `npm run prove:tests` looks at both colours in both.
 */
export function looks(narrow: number, wide: number): readonly Look[] {
  const some: Look[] = [
    { width: narrow, colorScheme: 'dark' },
    { width: wide, colorScheme: 'light' },
  ]
  if (process.env['PE_TEST_EVERYTHING'] !== '1') return some
  return [...some, { width: narrow, colorScheme: 'light' }, { width: wide, colorScheme: 'dark' }]
}
