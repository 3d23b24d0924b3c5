import type { Artefacts } from '../../harness/contracts/types.ts'

const total = { name: 'total', description: 'Adds up.', parameters: [], returns: 'number' }

/** As the agent contract-coding leaves it with a trial. */
export const CONTRACT_WORK: Artefacts = {
  contract: {
    contract: {
      overview: 'A shop with a list.',
      stories: [{ name: 'total', description: 'A user sees the total.' }],
      constraints: [],
      directory: [
        { path: 'server.js', description: 'Is started.' },
        { path: 'src/total.js', description: '' },
      ],
      knowledge: [{ name: 'currency', description: 'euro' }],
      dependencies: [{ file: 'server.js', needs: ['src/total.js'] }],
      api: [
        {
          ...{ path: 'server.js', description: 'The server.', owner: 'server engineer', globals: [] },
          classes: [
            {
              ...{ name: 'Shop', description: 'The shop.', bases: ['Base'] },
              attributes: [{ name: 'items', type: 'string[]', description: '' }],
              methods: [{ name: 'add', description: '', parameters: [], returns: '' }],
            },
          ],
          functions: [
            {
              ...{ name: 'listen', description: 'Listens.', returns: 'void' },
              parameters: [{ name: 'port', type: 'number', optional: true }],
            },
          ],
        },
        {
          ...{ path: 'src/total.js', description: '', owner: '', classes: [], functions: [total] },
          globals: [{ name: 'RATE', type: '', description: 'Taxes.' }],
        },
      ],
    },
    versions: [
      {
        ...{ version: 1, by: 'manager', conflicts: [] },
        changes: [{ change: 'added', section: 'overview', place: '', text: 'A shop with a list.' }],
      },
      {
        ...{ version: 2, by: 'layer 1' },
        changes: [
          { change: 'updated', section: 'api', place: 'src/total.js, function total', text: 'total() -> number' },
        ],
        conflicts: [
          'knowledge: currency: the workers of server.js and src/total.js disagree; that of server.js is kept',
        ],
      },
    ],
    tasks: [
      {
        ...{ file: 'server.js', owner: 'server engineer', version: 2, status: 'ERROR', needs: ['src/total.js'] },
        attempts: [
          { layer: 2, status: 'ERROR', problems: ['missing-function: listen'] },
          { layer: 3, status: 'ERROR', problems: ['the total is never shown'] },
        ],
      },
      {
        ...{ file: 'src/total.js', owner: '', version: 1, status: 'VERIFIED', needs: [] },
        attempts: [{ layer: 1, status: 'VERIFIED', problems: [] }],
      },
    ],
    problems: ['server.js is in the API but not in the directory'],
  },
  rounds: [{ stage: 'layer', round: 1, accepted: true, files: ['src/total.js'] }],
}
