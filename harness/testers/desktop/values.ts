import { BadParameter, MachineFault } from '../../errors.ts'
import type { DesktopFixtures, DesktopWindow, PixelArea, Point } from '../../contracts/types.ts'
import { areAlike, hexOf, rgbOf, type Rgb } from '../../lib/pictures/colours.ts'
import { keyNamed } from '../../lib/x11/keys.ts'
import type { ParameterValues } from '../values.ts'

type PlaceKind = 'point' | 'rectangle' | 'key' | 'colour'

/** Two colours of different things must differ by more than this in a channel, so that a person sees it. */
const DISTINCT = 32
/** The part of the window's area that a rectangle may cover: the whole window says nothing. */
const MOST_COVERED = 0.95
const INTEGER = String.raw`\s*(\d{1,5})\s*`
const POINT = new RegExp(`^${INTEGER},${INTEGER}$`)
const RECTANGLE = new RegExp(`^${INTEGER},${INTEGER},${INTEGER},${INTEGER}$`)

type PlaceFixtures = Pick<DesktopFixtures, 'point' | 'region' | 'key' | 'colour'>

/**
 * The problems of all values of a testcode, including those that it has not read yet, so that a user corrects them together.
 * @param window As for `placeFixtures`
 */
export function problemsOf(values: ParameterValues, window: () => DesktopWindow): string[] {
  const { point, region, key, colour } = placeFixtures(values, window)
  const fixtures = { point, rectangle: region, key, colour }
  const problems = values.declared().flatMap(([name, kind]) => {
    if (!isPlaceKind(kind)) return []
    try {
      fixtures[kind](name)
      return []
    } catch (error) {
      if (error instanceof BadParameter) return [error.message]
      // A mission that declares too little is reported when a testcode reads the value.
      if (error instanceof MachineFault) return []
      throw error
    }
  })
  // A value that others must differ from is also read with each of them.
  return [...new Set(problems)]
}

function isPlaceKind(kind: string): kind is PlaceKind {
  return ['point', 'rectangle', 'key', 'colour'].includes(kind)
}

/**
 * The fixtures that read parameters. A value is checked against the window, and against the values that it must differ from.
 * @throws BadParameter from each of them
 */
export function placeFixtures(values: ParameterValues, window: () => DesktopWindow): PlaceFixtures {
  const checked = <T>(
    kind: PlaceKind,
    read: (name: string) => T,
    differ: (one: T, other: T) => boolean,
    rule = 'must differ, and do not',
  ) => {
    return (name: string): T => {
      const { value, parameter } = values.get(name, kind)
      const own = read(name)
      const clashes = parameter.apart.flatMap((other) => {
        if (differ(own, read(other))) return []
        const both = `${quoted(value)} and ${quoted(values.get(other, kind).value)}`
        return [`the ${kind}s of "${name}" and "${other}" ${rule}: ${both}`]
      })
      if (clashes.length > 0) throw new BadParameter(clashes.join('; '))
      return own
    }
  }
  return {
    point: checked(
      'point',
      (name) => pointOf(name, values, window()),
      (one, other) => one.x !== other.x || one.y !== other.y,
    ),
    region: checked('rectangle', (name) => rectangleOf(name, values, window()), areApart, 'must not overlap, and do'),
    key: checked(
      'key',
      (name) => keyOf(name, values),
      (one, other) => one !== other,
    ),
    colour: checked(
      'colour',
      (name) => hexOf(colourOf(name, values)),
      areDistinct,
      `must differ by more than ${String(DISTINCT)} steps in one channel, and do not`,
    ),
  }
}

function pointOf(name: string, values: ParameterValues, window: DesktopWindow): Point {
  const { value } = values.get(name, 'point')
  const [x, y] = numbers(POINT, value)
  if (x === undefined || y === undefined)
    throw new BadParameter(`the value of "${name}" is not a point such as "120,80": ${quoted(value)}`)
  if (x >= window.width || y >= window.height) throw outside(name, value, window)
  return { x, y }
}

function rectangleOf(name: string, values: ParameterValues, window: DesktopWindow): PixelArea {
  const { value } = values.get(name, 'rectangle')
  const [x, y, width, height] = numbers(RECTANGLE, value)
  if (x === undefined || y === undefined || width === undefined || height === undefined)
    throw new BadParameter(`the value of "${name}" is not a rectangle such as "10,10,200,40": ${quoted(value)}`)
  if (width < 1 || height < 1 || x + width > window.width || y + height > window.height)
    throw outside(name, value, window)
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

function outside(name: string, value: string, { width, height }: DesktopWindow): BadParameter {
  return new BadParameter(
    `the value "${value}" given for "${name}" is not inside the window of ${String(width)} × ${String(height)} pixels`,
  )
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
