import { describe, expect, it } from 'vitest'
import { ProjectFault } from '../../../harness/errors.ts'
import { Turn, visibleText } from '../../../harness/testers/subprocess/visible-text.ts'
import { processorTime } from '../../processor.ts'

const ESC = '\u001b['

/** Turns of a dialogue, each printed in one piece. */
function turnAfter(...pieces: readonly string[]): Turn {
  let turn = new Turn()
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) turn = new Turn(turn)
    turn.take(piece)
  }
  return turn
}

describe('Turn', () => {
  const PRINTED = [
    ['plain lines', 'Hello\nworld\n> '],
    ['moves of the cursor', `a${ESC}3Cb\n${ESC}2Cc\n> `],
    ['colours and hidden text', `${ESC}8mpong${ESC}0m and ${ESC}38;5;28mpong${ESC}m\r\n> `],
    ['an overwritten line and titles', `Loading\r${ESC}KDone 🙂\u001b]0;a title\u0007\u001b]0;another\u001b\\\n> `],
    ['the alternate screen', `a${ESC}?1049hpong${ESC}?1049lb\n> `],
    ['a cleared screen', `one\ntwo${ESC}2J${ESC}1;1Hthree\u009b31mfour\n> `],
    ['a long line', `${'long '.repeat(1000)}\n> `],
  ] as const
  it.each(PRINTED)('shows the same text for output of any piece size: %s', (_, printed) => {
    for (const size of [1, 2, 3, 7, printed.length]) {
      const turn = new Turn()
      const characters = Array.from(printed)
      for (let from = 0; from < characters.length; from += size) turn.take(characters.slice(from, from + size).join(''))
      expect(turn.text()).toBe(visibleText(printed))
      expect(turn.endsWith('> ')).toBe('a line of its own')
    }
  })

  it.each([
    ['> ', 'a line of its own'],
    ['Hello\n> ', 'a line of its own'],
    ['Hello > ', 'yes'],
    [`Hello\n> ${ESC}`, 'yes'],
    ['Hello\n> x', 'no'],
    ['Hello\n>', 'no'],
    [`Hello\n> \n\nx${ESC}2A`, 'no'],
    [`Hello\n> ${ESC}5B${ESC}5A`, 'a line of its own'],
  ])('tells whether %j ends with a prompt', (printed, expected) => {
    expect(turnAfter(printed).endsWith('> ')).toBe(expected)
  })

  it.each(['a\n> ', 'x\na\n> '])('knows a prompt of two lines at the end of %j', (printed) => {
    expect(turnAfter(printed).endsWith('a\n> ')).toBe('a line of its own')
    expect(turnAfter(`y${printed}`).endsWith('a\n> ')).toBe(printed.startsWith('x') ? 'a line of its own' : 'yes')
  })

  it('keeps an incomplete command after the prompt for the next turn', () => {
    expect(turnAfter(`> ${ESC}3`, '1mpong\n> ').text()).toBe('pong\n> ')
  })

  it.each([
    ['far to the right, and then a little at a time', [`${ESC}9999Gx\n`.repeat(1990), '.']],
    ['down and up again', [`${ESC}20000B${ESC}20000A`, '.']],
    ['in one command without an end', ['\u001b]0;', 'x'.repeat(100)]],
  ])('gives up on a program that moves the cursor %s', (_, [first = '', then = '']) => {
    const used = processorTime()
    expect(() => {
      const turn = new Turn()
      turn.take(first)
      for (let piece = 0; piece < 20_000; piece += 1) {
        turn.take(then)
        turn.endsWith('> ')
      }
    }).toThrow(ProjectFault)
    expect(used()).toBeLessThan(2000)
  })
})

describe('visibleText', () => {
  it.each(['38;5;8', '48;5;8', '38;2;8;8;8', '58;5;8', '1;38;5;8', '90', '30', '37;40'])(
    'shows what is printed in the colours of %s',
    (colours) => {
      expect(visibleText(`${ESC}${colours}mpong${ESC}0m`)).toBe('pong')
    },
  )

  it.each([
    '8',
    '08',
    '1;8',
    '8;38;5;28',
    '38;5;0;8',
    '30;40',
    '97;107',
    '38;5;3;48;5;3',
    '31;48;5;1',
    '38;2;1;2;3;48;2;1;2;3',
  ])('hides text after %s', (how) => {
    expect(visibleText(`a${ESC}${how}mpong${ESC}0mb`)).toBe('a    b')
  })

  it('shows text again when it is no longer concealed', () => {
    expect(visibleText(`${ESC}8mpong${ESC}38;5;28mpong${ESC}28mpong${ESC}8m${ESC}mpong`)).toBe('        pongpong')
  })

  it('keeps hiding text that was concealed in an earlier turn', () => {
    expect(turnAfter(`Hello\n> ${ESC}8m`, 'pong\n> ').text().trim()).toBe('')
    expect(turnAfter(`Hello\n> ${ESC}8m${ESC}28m`, 'pong\n> ').text()).toBe('pong\n> ')
  })

  it('shows nothing of the alternate screen once the program has left it', () => {
    expect(visibleText(`a${ESC}?1049hpong${ESC}?1049lb`)).toBe('ab')
    expect(visibleText(`a${ESC}?1047hpong${ESC}?1047lb`)).toBe('a    b')
    expect(visibleText(`a${ESC}?1049h${ESC}2J${ESC}1;1Hpong`)).toBe('pong')
    expect(visibleText(`Total: 42\n${ESC}?1049h${ESC}Hmenu\nquit${ESC}?1049lDone`)).toBe('Total: 42\nDone')
    expect(visibleText(`one${ESC}?47h${ESC}1;1Hx${ESC}?47lDone`)).toBe('oDone')
  })

  it('clears everything when the terminal is reset', () => {
    expect(visibleText(`one\ntwo${ESC}?1049hthree${ESC}8m\u001bcpong`)).toBe('pong')
    expect(turnAfter(`Hello\n> ${ESC}8m\u001bc`, 'pong\n> ').text()).toBe('pong\n> ')
  })

  it('fills cells that the cursor skipped with spaces', () => {
    expect(visibleText(`a${ESC}3Cb\n${ESC}2Cc`)).toBe('a   b\n  c')
  })

  it.each([
    ['far to the right in every line', `\n${ESC}9999Cx`.repeat(100_000)],
    ['commands with more parameters than there are', `${ESC}${';'.repeat(4_000_000)}m`.repeat(6)],
    ['erasing all lines over and over', '\n'.repeat(90_000) + `${ESC}1J`.repeat(500_000)],
    ['erasing a long line over and over', `${ESC}9999Cx` + `\r${ESC}9999X`.repeat(400_000)],
    ['turning to the other screen over and over', '\n'.repeat(90_000) + `${ESC}?1049h${ESC}?1049l`.repeat(200_000)],
  ])('does not follow %s', (_, printed) => {
    const used = processorTime()
    expect(visibleText(printed)).toMatch(/^\[the output moves the cursor too often/)
    expect(used()).toBeLessThan(5000)
  })

  it('follows a program that shows its progress up to the output limit', () => {
    const progress = Array.from({ length: 40_000 }, (_, step) => `\r${ESC}K${ESC}32m${'#'.repeat(60)} ${step}${ESC}0m`)
    expect(visibleText(`${progress.join('')}\ndone\n`)).toBe(`${'#'.repeat(60)} 39999\ndone\n`)
  })
})

describe('tabs stay tabs, whatever else is printed', () => {
  it.each([
    ['name\ttotal\r\nZoë\t12.50\r\n', 'name\ttotal\nZoë\t12.50\n'],
    ['a\tb\u0000\n', 'a\tb\n'],
    ['\ta\r\n\t\tb\r\n', '\ta\n\t\tb\n'],
    [`${ESC}1mname${ESC}0m\ttotal\n`, 'name\ttotal\n'],
    ['a\t\b\bb\r\n', 'a     b \n'],
    ['12345678\r\tX\r\n', '12345678X\n'],
    [`a\tb\r${ESC}3CX\r\n`, 'a  X    b\n'],
    [`a\tb\r${ESC}2C${ESC}K\r\n`, 'a \n'],
  ])('%j shows %j', (printed, text) => {
    expect(visibleText(printed)).toBe(text)
    const turn = new Turn()
    turn.take(printed)
    expect(turn.text()).toBe(text)
  })

  it('and blanks that they stand for end a prompt like blanks', () => {
    expect(turnAfter('\t> ').endsWith('> ')).toBe('yes')
    expect(turnAfter('> ').endsWith('> ')).toBe('a line of its own')
  })
})
