/** A scripted model server as a program: prints its address, and answers immediately until it is killed. */
import { smallReply } from '../../test/model-server/replies.ts'
import { modelServer } from '../../test/model-server/server.ts'

const server = await modelServer(smallReply)
process.stdout.write(`${server.baseURL}\n`)
