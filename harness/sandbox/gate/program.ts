/** The process of one sandbox's gate. Hostile requests of a project cannot affect other trials, which have other processes. */
import { once } from 'node:events'
import { Destinations } from './destinations.ts'
import { planSchema, type Reply } from './protocol.ts'
import { proxyServer } from './proxy.ts'
import { Reachability } from './reachability.ts'
import { portServer } from './relay.ts'

const plan = planSchema.parse(JSON.parse(process.argv[2] ?? ''))
const reach = new Reachability()
const servers = plan.ports.map(({ socket, port }) => portServer(port, reach).listen(socket))
if (plan.proxy !== undefined)
  servers.push(proxyServer(new Destinations(plan.proxy.hosts), reach).listen(plan.proxy.socket))

const reply = (): void => {
  const problem = reach.problem()
  process.send?.((problem === undefined ? {} : { unreachable: problem }) satisfies Reply)
}
process.on('message', reply)
// The harness was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
await Promise.all(servers.map((server) => once(server, 'listening')))
reply()
