/** A scripted model server in a process of its own: prints its address, and answers at once until it is killed. */
import { smallReply } from '../../test/model-server/replies.ts'
import { modelServer } from '../../test/model-server/server.ts'

const server = await modelServer(smallReply)
process.stdout.write(`${server.baseURL}\n`)
