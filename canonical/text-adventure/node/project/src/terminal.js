import { createInterface } from 'node:readline'

/**
 * Plays a game line by line until it is over or the input ends; either way the program ends with exit code 0.
 * @param {ReturnType<import('./game.js').createGame>} game
 * @param {NodeJS.ReadStream} input
 * @param {NodeJS.WriteStream} output
 */
export function playInTerminal(game, input, output) {
  const terminal = createInterface({ input, output, prompt: '> ' })
  output.on('error', () => terminal.close())
  terminal.on('line', (line) => playLine(game, line, terminal, output))
  terminal.on('close', () => endCleanly(game, input, output))
  output.write(`${game.greeting}\n\n`)
  terminal.prompt()
}

/**
 * Plays one line and shows the answer, then asks for the next one or closes the dialogue.
 * @param {ReturnType<import('./game.js').createGame>} game
 * @param {string} line
 * @param {import('node:readline').Interface} terminal
 * @param {NodeJS.WriteStream} output
 */
function playLine(game, line, terminal, output) {
  if (game.isOver()) return
  const text = game.answer(line)
  if (text !== '') output.write(`${text}\n`)
  if (game.isOver()) return terminal.close()
  if (text !== '') output.write('\n')
  terminal.prompt()
}

/**
 * Lets go of the input, which would keep the program alive, and leaves the shell's prompt on a line of its own where the
 * input ended in the middle of a game.
 * @param {ReturnType<import('./game.js').createGame>} game
 * @param {NodeJS.ReadStream} input
 * @param {NodeJS.WriteStream} output
 */
function endCleanly(game, input, output) {
  input.destroy()
  if (!game.isOver()) output.write('\n')
}
