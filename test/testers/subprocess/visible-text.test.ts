import { describe, expect, it } from 'vitest'
import { renditionAfter, visibleText } from '../../../harness/testers/subprocess/visible-text.ts'

const ESC = '\u001b['

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
  ])('hides what %s hides', (how) => {
    expect(visibleText(`a${ESC}${how}mpong${ESC}0mb`)).toBe('a    b')
  })

  it('shows again what is no longer concealed', () => {
    expect(visibleText(`${ESC}8mpong${ESC}38;5;28mpong${ESC}28mpong${ESC}8m${ESC}mpong`)).toBe('        pongpong')
  })

  it('goes on hiding what was concealed before', () => {
    expect(visibleText('pong\n> ', renditionAfter(`Hello\n> ${ESC}8m`)).trim()).toBe('')
    expect(visibleText('pong\n> ', renditionAfter(`Hello\n> ${ESC}8m${ESC}28m`))).toBe('pong\n> ')
  })

  it('shows nothing of the other screen once it is left', () => {
    expect(visibleText(`a${ESC}?1049hpong${ESC}?1049lb`)).toBe('ab')
    expect(visibleText(`a${ESC}?1047hpong${ESC}?1047lb`)).toBe('a    b')
    expect(visibleText(`a${ESC}?1049h${ESC}2J${ESC}1;1Hpong`)).toBe('pong')
    expect(visibleText(`Total: 42\n${ESC}?1049h${ESC}Hmenu\nquit${ESC}?1049lDone`)).toBe('Total: 42\nDone')
    expect(visibleText(`one${ESC}?47h${ESC}1;1Hx${ESC}?47lDone`)).toBe('oDone')
  })

  it('begins anew where the terminal is reset', () => {
    expect(visibleText(`one\ntwo${ESC}?1049hthree${ESC}8m\u001bcpong`)).toBe('pong')
    expect(visibleText('pong\n> ', renditionAfter(`Hello\n> ${ESC}8m\u001bc`))).toBe('pong\n> ')
  })

  it('fills what the cursor jumped over with spaces', () => {
    expect(visibleText(`a${ESC}3Cb\n${ESC}2Cc`)).toBe('a   b\n  c')
  })

  it.each([
    ['far to the right in every line', `\n${ESC}9999Cx`.repeat(100_000)],
    ['commands with more parameters than there are', `${ESC}${';'.repeat(4_000_000)}m`.repeat(6)],
    ['erasing all lines over and over', '\n'.repeat(90_000) + `${ESC}1J`.repeat(500_000)],
    ['erasing a long line over and over', `${ESC}9999Cx` + `\r${ESC}9999X`.repeat(400_000)],
    ['turning to the other screen over and over', '\n'.repeat(90_000) + `${ESC}?1049h${ESC}?1049l`.repeat(200_000)],
  ])('does not follow %s', (_, printed) => {
    const begin = performance.now()
    expect(visibleText(printed)).toMatch(/^\[what was printed moves about/)
    expect(performance.now() - begin).toBeLessThan(5000)
  })

  it('follows a program that shows its progress as long as it may print', () => {
    const progress = Array.from({ length: 40_000 }, (_, step) => `\r${ESC}K${ESC}32m${'#'.repeat(60)} ${step}${ESC}0m`)
    expect(visibleText(`${progress.join('')}\ndone\n`)).toBe(`${'#'.repeat(60)} 39999\ndone\n`)
  })
})
