import { runProgram } from './src/program.js'

process.exitCode = await runProgram(process.argv.slice(2))
