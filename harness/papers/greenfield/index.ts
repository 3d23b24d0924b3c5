import type { Paper } from '../../contracts/paper.ts'

/** Greenfield and its method Contract-Coding. */
export const greenfield: Paper = {
  name: 'greenfield',
  benchmarks: {},
  tables: async () => ({ native: (await import('./tables/index.ts')).greenfieldTables }),
  methods: {
    'contract-coding': {
      about: 'a contract, files written from it in parallel, critics and an auditor, all with a model',
      create: async (settings) => (await import('./contract-coding/agent.ts')).contractCodingAgent(settings),
    },
  },
}
