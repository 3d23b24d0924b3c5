#!/usr/bin/env node
import { main } from './cli.ts'
import { closeInherited } from './lib/processes/inherited.ts'

closeInherited()
process.exit(await main(process.argv.slice(2)))
