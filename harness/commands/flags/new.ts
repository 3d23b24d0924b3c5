import type { Argv } from 'yargs'

export function newFlags(flags: Argv) {
  return flags
    .positional('what', { choices: ['agent', 'mission'] as const, demandOption: true })
    .positional('name', { type: 'string', demandOption: true, describe: 'of the agent or the mission' })
    .option('missions-dir', {
      type: 'string',
      describe: 'where missions/ and canonical/ are, or are to be; the current folder by default',
      default: '.',
      requiresArg: true,
    })
    .example('$0 new agent my-agent', 'writes my-agent.ts and my-agent.test.ts')
    .example('$0 new mission greeter', 'writes missions/greeter and canonical/greeter')
}
