import type { CommandSettings } from '../../lib/models/schema.ts'
import type { Tool } from './tool.ts'

/** Bytes of an argument that any kernel takes; Linux refuses one of more than 131,071. */
const LONGEST_ARGUMENT = 100_000

/** A tool that `pe.config.ts` describes. */
export function ownTool(name: string, settings: CommandSettings): Tool {
  const { command, hosts, environment = {}, keyVariables = [], baseURL, baseURLVariable } = settings
  return {
    about: `${name}, from pe.config.ts`,
    install: 'install it, or correct its "command" in pe.config.ts',
    ...(baseURL === undefined || baseURLVariable === undefined
      ? { hosts, keys: keyVariables }
      : { vendor: () => ({ baseURL, keys: keyVariables }) }),
    argv: ({ prompt, promptFile, model = '' }) =>
      command.map((word) => {
        const text = filled(word, { prompt, promptFile, model })
        if (Buffer.byteLength(text) <= LONGEST_ARGUMENT) return text
        return filled(word, { prompt: `Your task is in the file ${promptFile}. Read all of it.`, promptFile, model })
      }),
    environment: ({ baseURL: inside }) => ({
      ...environment,
      ...(inside === undefined || baseURLVariable === undefined ? {} : { [baseURLVariable]: inside }),
    }),
  }
}

/** Fills placeholders in one pass: placeholders inside a value are not replaced. */
function filled(word: string, values: Readonly<Record<string, string>>): string {
  return word.replaceAll(/\{\{(\w+)\}\}/g, (written, name: string) => values[name] ?? written)
}
