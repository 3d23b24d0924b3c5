import { runProgram } from './src/program.js'

// The program’s start belongs here: what runs when this file is loaded.
