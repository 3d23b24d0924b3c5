#!/usr/bin/env node
import { main } from './cli.ts'
import { ignoreClosedPipes } from './lib/processes/closed-pipes.ts'
import { closeInherited } from './lib/processes/inherited.ts'

closeInherited()
ignoreClosedPipes([process.stdout, process.stderr])
process.exit(await main(process.argv.slice(2)))
