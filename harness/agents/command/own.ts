import type { CommandSettings } from '../../lib/models/schema.ts'
import type { Tool } from './tools.ts'

/** A tool that `pe.config.ts` describes. */
export function ownTool(name: string, settings: CommandSettings): Tool {
  const { command, hosts, environment = {}, keyVariables = [] } = settings
  return {
    about: `${name}, from pe.config.ts`,
    install: 'install it, or correct its "command" in pe.config.ts',
    hosts,
    keys: keyVariables,
    allKeys: true,
    argv: ({ prompt, model = '' }) => command.map((word) => filled(word, { prompt, model })),
    environment: () => environment,
    used: () => undefined,
  }
}

/** Fills placeholders in one pass: placeholders inside a value are not replaced. */
function filled(word: string, values: Readonly<Record<string, string>>): string {
  return word.replaceAll(/\{\{(\w+)\}\}/g, (written, name: string) => values[name] ?? written)
}
