/** Contracts that agents write as documents. */
import { describe, expect, it } from 'vitest'
import { contractDocument, readContract } from '../../../harness/scorers/architecture/graphs.ts'

const BY_TITLES = `
# Design
Uses \`pygame\`.

**File:** \`core/grid.py\`
* **Class:** \`Grid\`
    * **Attributes:**
        * \`cells: List[int]\` - all cells
    * **Methods:**
        * \`def place(self, x: int) -> bool:\`
            + Returns: \`True\` if it was placed.
        * \`async def save(self):\`
* **Class:** \`Cell\`
* **Functions:**
    * \`def load(path) -> Grid:\`
* **Status:** \`DONE\`

### Rules
- Methods:
  - \`nothing()\` belongs to no file
`

const BY_ITEMS = `
#### game/units.py
- **Path**: \`./game/units.py\`
- **Structure**:
  - **Functions**:
    - \`main() -> None\`: begins.
  - **Classes**:
    - \`Player\`:
      - **Attributes**:
        - \`x: int\`
      - **Methods**:
        - \`move(direction: str) -> None\`: moves.
    - \`Enemy\`:
      - **Methods**:
        - \`fire() -> Bullet\`
- **Owner**: somebody

### Entry
- **File**: \`main.py\`
- **Function**: \`main()\`
- **File**: \`game/units.py\`
- **Function**: \`main()\`
`

describe('a contract as a document', () => {
  it.each<[string, string, ReturnType<typeof readContract>]>([
    [
      'titles',
      BY_TITLES,
      [
        {
          path: 'core/grid.py',
          classes: [
            { name: 'Grid', methods: ['place', 'save'] },
            { name: 'Cell', methods: [] },
          ],
          functions: ['load'],
        },
      ],
    ],
    [
      'items',
      BY_ITEMS,
      [
        {
          path: 'game/units.py',
          classes: [
            { name: 'Player', methods: ['move'] },
            { name: 'Enemy', methods: ['fire'] },
          ],
          functions: ['main'],
        },
        { path: 'main.py', classes: [], functions: ['main'] },
      ],
    ],
    ['prose', 'The file `a.py` has a class `A`.\n', []],
  ])('lists the symbols of each file, by %s', (_, text, contract) => {
    expect(readContract(text)).toEqual(contract)
  })

  it('is found in the folder of the project only', () => {
    const content = '**File:** `a.py`\n'
    expect(contractDocument([{ path: './Contract.md', content }])).toEqual([
      { path: 'a.py', classes: [], functions: [] },
    ])
    expect(contractDocument([{ path: 'docs/contract.md', content }])).toBeUndefined()
    expect(contractDocument([{ path: 'contract.md', content: 'No files.' }])).toBeUndefined()
    expect(contractDocument([{ path: 'contract.md', content: Uint8Array.of(0, 255) }])).toBeUndefined()
  })

  it('ends for any text', () => {
    const hostile = ['`', '*', '#', '- **Classes**:\n', '**File:** `a.py`\n  - `A`:\n', 'File: '].map((part) =>
      part.repeat(50_000),
    )
    for (const text of hostile) expect(readContract(text).length).toBeLessThan(2)
  })
})
