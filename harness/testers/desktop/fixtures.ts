import type { Expect } from '@playwright/test'
import { ProjectFault, TestcodeFault } from '../../errors.ts'
import type { DesktopFixtures, PixelArea, SessionSetup } from '../../contracts/types.ts'
import { colourOf, findColour, hexOf } from '../../lib/pictures/colours.ts'
import { keyNamed } from '../../lib/x11/keys.ts'
import { boundedExpect } from '../bounded-expect.ts'
import { inputFixtures } from '../given/given.ts'
import type { ParameterValues } from '../values.ts'
import type { Player } from './player.ts'
import { readsAtRest } from './reads.ts'
import type { TextReader } from './reading.ts'
import { colourIn, placeFixtures } from './values.ts'

export interface FixtureParts {
  readonly setup: SessionSetup
  readonly player: Player
  readonly values: ParameterValues
  readonly reader: TextReader
  readonly expect: Expect
}

const LONGEST_TYPED = 1000

export function desktopFixtures({ setup, player, values, reader, expect }: FixtureParts): DesktopFixtures {
  const whole = (): PixelArea => ({ x: 0, y: 0, width: player.window.width, height: player.window.height })
  const places = placeFixtures(values, () => player.window)
  const seen = (region: PixelArea) => {
    player.marks.look(region)
    return region
  }
  const find = async (colour: string, part?: PixelArea) => {
    const region = part ? seen(part) : whole()
    const found = findColour(await player.look(region), colourIn(colour))
    return { ...found, region }
  }
  const fixtures: DesktopFixtures = {
    ...inputFixtures(setup),
    ...places,
    region(parameter) {
      const region = places.region(parameter)
      player.marks.name(region, parameter)
      return region
    },
    expect: boundedExpect(expect),
    async window() {
      await player.look()
      return { width: player.window.width, height: player.window.height }
    },
    press: (key, options = {}) => player.press(known(key), options.for),
    hold: (key, action) => player.hold(known(key), action),
    move: (point) => player.move(point),
    click: (point, options = {}) => player.click(point, options.button),
    async type(text) {
      if (!/^[ -~]*$/.test(text) || text.length > LONGEST_TYPED)
        throw new TestcodeFault(`type: only up to ${String(LONGEST_TYPED)} printable characters of ASCII`)
      await player.type(Array.from(text, (character) => (character === ' ' ? 'Space' : character)))
    },
    screenshot: (region) => player.look(region && seen(region)),
    colourAt: async ({ x, y }) => hexOf(colourOf(await player.look({ x, y, width: 1, height: 1 }), 0, 0)),
    count: async (colour, region) => (await find(colour, region)).count,
    async find(colour, region) {
      const { region: at, count, x, y, left, top, right, bottom } = await find(colour, region)
      if (count === 0) return undefined
      return {
        ...{ count, x: x + at.x, y: y + at.y },
        ...{ left: left + at.x, top: top + at.y, right: right + at.x, bottom: bottom + at.y },
      }
    },
    changes: (region, action, options = {}) => player.changes(seen(region), action, options.within),
    stays: (region, action, options = {}) => player.stays(seen(region), action, options.for),
    until: (expected, condition, options = {}) => player.until(expected, condition, options.within),
    text: async (region) => reader.text(await player.look(seen(region))),
    async number(region) {
      const digits = await reader.digits(await player.look(seen(region)))
      return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
    },
    reads: (region, expected, options) => readsAtRest({ player, reader }, seen(region), expected, options),
    restart: () => player.restart(),
    runsFor: (seconds) => player.runsFor(seconds),
  }
  return fixtures
}

/** @throws TestcodeFault for a key that does not exist */
function known(key: string): string {
  const name = keyNamed(key)
  if (name === undefined) throw new TestcodeFault(`there is no key "${key}"`)
  return name
}

/** The point of a program that runs: its window is there, and something is drawn in it. */
export async function expectWindow(player: Player): Promise<void> {
  const { pixels } = await player.look()
  if (pixels.length === 0) throw new ProjectFault('its window is empty')
}
