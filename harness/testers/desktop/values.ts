import { BadParameter, MachineFault } from '../../errors.ts'
import type { DesktopFixtures, DesktopWindow, PixelArea, Point } from '../../contracts/types.ts'
import { areAlike, hexOf, rgbOf, type Rgb } from '../../lib/pictures/colours.ts'
import { keyNamed } from '../../lib/x11/keys.ts'
import type { ParameterValues } from '../values.ts'

type PlaceKind = 'point' | 'rectangle' | 'key' | 'colour'

/** Two colours of different things must differ by this in a channel, so that a person sees it. */
const DISTINCT = 32
/** The part of the window's area that a rectangle may cover: the whole window says nothing. */
const MOST_COVERED = 0.95
const INTEGER = String.raw`\s*(\d{1,5})\s*`
const POINT = new RegExp(`^${INTEGER},${INTEGER}$`)
const RECTANGLE = new RegExp(`^${INTEGER},${INTEGER},${INTEGER},${INTEGER}$`)

/**
 * The fixtures that read parameters. A value is checked against the window, and against the values that it must differ from.
 * @throws BadParameter from each of them
 */
export function placeFixtures(
  values: ParameterValues,
  window: () => DesktopWindow,
): Pick<DesktopFixtures, 'point' | 'region' | 'key' | 'colour'> {
  const checked = <T>(kind: PlaceKind, read: (name: string) => T, differ: (one: T, other: T) => boolean) => {
    return (name: string): T => {
      const value = read(name)
      const { apart } = values.get(name, kind).parameter
      for (const other of apart)
        if (!differ(value, read(other)))
          throw new BadParameter(`the values of "${name}" and "${other}" must differ, and do not`)
      return value
    }
  }
  return {
    point: checked(
      'point',
      (name) => pointOf(name, values, window()),
      (one, other) => one.x !== other.x || one.y !== other.y,
    ),
    region: checked('rectangle', (name) => rectangleOf(name, values, window()), areApart),
    key: checked(
      'key',
      (name) => keyOf(name, values),
      (one, other) => one !== other,
    ),
    colour: checked(
      'colour',
      (name) => hexOf(colourOf(name, values)),
      (one, other) => areDistinct(one, other),
    ),
  }
}

function pointOf(name: string, values: ParameterValues, { width, height }: DesktopWindow): Point {
  const { value } = values.get(name, 'point')
  const [x, y] = numbers(POINT, value)
  if (x === undefined || y === undefined)
    throw new BadParameter(`the value of "${name}" is not a point such as "120,80": ${quoted(value)}`)
  if (x >= width || y >= height) throw outside(name, value, width, height)
  return { x, y }
}

function rectangleOf(name: string, values: ParameterValues, window: DesktopWindow): PixelArea {
  const { value } = values.get(name, 'rectangle')
  const [x, y, width, height] = numbers(RECTANGLE, value)
  if (x === undefined || y === undefined || width === undefined || height === undefined)
    throw new BadParameter(`the value of "${name}" is not a rectangle such as "10,10,200,40": ${quoted(value)}`)
  if (width < 1 || height < 1 || x + width > window.width || y + height > window.height)
    throw outside(name, value, window.width, window.height)
  if (width * height > MOST_COVERED * window.width * window.height)
    throw new BadParameter(`the rectangle "${value}" given for "${name}" is the whole window`)
  return { x, y, width, height }
}

function keyOf(name: string, values: ParameterValues): string {
  const { value } = values.get(name, 'key')
  const key = keyNamed(value)
  if (key === undefined)
    throw new BadParameter(`the value of "${name}" is not a key such as "Left", "Space" or "a": ${quoted(value)}`)
  return key
}

function colourOf(name: string, values: ParameterValues): Rgb {
  const { value } = values.get(name, 'colour')
  const colour = rgbOf(value.trim())
  if (colour === undefined)
    throw new BadParameter(`the value of "${name}" is not a colour such as "#1e90ff": ${quoted(value)}`)
  return colour
}

/** @throws MachineFault for a text of a testcode that is not a colour */
export function colourIn(text: string): Rgb {
  const colour = rgbOf(text)
  if (colour === undefined) throw new MachineFault(`"${text}" is not a colour such as "#1e90ff"`)
  return colour
}

function areApart(one: PixelArea, other: PixelArea): boolean {
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return beside || one.y + one.height <= other.y || other.y + other.height <= one.y
}

function areDistinct(one: string, other: string): boolean {
  return !areAlike(colourIn(one), colourIn(other), DISTINCT)
}

function numbers(pattern: RegExp, text: string): number[] {
  return (pattern.exec(text) ?? []).slice(1).map(Number)
}

function outside(name: string, value: string, width: number, height: number): BadParameter {
  return new BadParameter(
    `the value "${value}" given for "${name}" is not inside the window of ${String(width)} × ${String(height)} pixels`,
  )
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
