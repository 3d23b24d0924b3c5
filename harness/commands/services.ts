import path from 'node:path'
import type { AgentServices } from '../trial/agent-context.ts'
import { modelByName } from '../agents/models.ts'
import { Budget } from '../lib/models/budget.ts'
import { cacheFolder } from '../lib/files/caches.ts'
import { ExchangeCache } from '../lib/models/cache.ts'
import { ModelClient } from '../lib/models/client.ts'
import type { Agent } from '../contracts/types.ts'
import type { Prepared } from './prepare.ts'
import type { RunCommandOptions } from './run-options.ts'

/**
 * The services that the agents of a run share: one client with its rate limits, its cache and its budget.
 * @param warn Receives problems, now or during the run
 * @throws UsageError if the budget cannot be enforced
 */
export function openServices(
  { agents, setup, benchmark, cache }: Pick<Prepared, 'agents' | 'setup' | 'benchmark' | 'cache'>,
  { maxCost, maxTokens, out }: Pick<RunCommandOptions, 'maxCost' | 'maxTokens' | 'out'>,
  warn: (warning: string) => void,
): { readonly services: AgentServices; readonly budget: Budget } {
  const budget = new Budget({ cost: maxCost, tokens: maxTokens })
  for (const [name, agent] of agents) checkPrice(name, agent, budget)
  const tools = [...agents].filter(([, agent]) => agent.configuration?.['observed'] === false).map(([name]) => name)
  const isLimited = maxCost !== undefined || maxTokens !== undefined
  if (isLimited) for (const tool of tools) warn(unlimited(tool))
  const client = new ModelClient({
    redactor: setup.redactor,
    budget,
    cache: cache ? new ExchangeCache(cacheFolder('exchanges')) : undefined,
    warn,
  })
  const services: AgentServices = {
    client,
    redactor: setup.redactor,
    resolve: (model) => modelByName(model, setup),
    hides: [path.resolve(out), process.cwd(), path.resolve(benchmark.source)],
  }
  return { services, budget }
}

function unlimited(tool: string): string {
  return `--max-cost and --max-tokens do not hold for "${tool}": it calls its model itself, and nobody observes its calls`
}

function checkPrice(name: string, agent: Agent, budget: Budget): void {
  if (agent.configuration?.['kind'] === 'model') budget.checkPrice(name, agent.price ?? null)
}
