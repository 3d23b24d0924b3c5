import type { Expect, Locator, MatcherReturnType, Page } from '@playwright/test'
import type { Workbook } from 'exceljs'
import type { Picture, PixelArea } from './display.ts'
import type { Calendar, Decimal, Given } from './given.ts'
import type { Exit } from './sandbox.ts'

export interface Dialog {
  readonly type: string
  readonly message: string
}

/** A file that the browser saved. */
export interface Downloaded {
  /** The file name that the site proposes. */
  readonly name: string
  readonly content: Buffer
}

export interface QrCode {
  readonly text: string
  /** 1 (21 × 21 modules) to 40 (177 × 177); ISO/IEC 18004. */
  readonly version: number
}

/** Most characters of an element that is searched for a text or a number; by default, 300 more than the text itself. */
export interface Within {
  readonly within?: number
}

/** Matchers beside those of Playwright. */
interface OwnMatchers {
  /**
   * The number is the only one that the element shows, written as `Intl.NumberFormat` writes it in any language: `22.9` also as
   * `22,9`, `-1234.50` also as `-$1,234.50`, `CHF-1’234.50` or `($1,234.50)`; not as `22.90`.
   * @param wanted Digits with a point, such as `-1234.50`
   */
  toShowNumber(locator: Locator, wanted: string, options?: Within & { timeout?: number }): Promise<MatcherReturnType>
}

/**
 * Playwright's `expect` with three more rules. An expectation has to hold on a page at rest, or for a second on a page that never
 * rests. An element or text has to be visible to a person. A text is only found in short elements. So a page cannot pass with a
 * text that it shows only for a moment, hides, or shows among everything else.
 */
export type TestcodeExpect = Expect<OwnMatchers>

/** Fixtures of all testcodes: inputs and arithmetic. */
export interface InputFixtures {
  /** Inputs that are drawn from the seed of the run. */
  readonly given: Given
  /** Exact arithmetic on decimals written as strings. */
  readonly decimal: Decimal
  /** Arithmetic on dates written as "2025-06-16". */
  readonly calendar: Calendar
}

/** How a person signs in. */
export interface SigningIn {
  /** Opens a page that shows whether somebody is signed in. */
  open(): Promise<void>
  /** Whether the page that `open` has opened is that of the person. */
  isSignedIn(): Promise<boolean>
  /** Signs in, in a browser that remembers nothing. */
  signIn(): Promise<void>
}

/** Fixtures for testcodes of websites. */
export interface WebsiteFixtures extends InputFixtures {
  /** The page of the trial; the testcodes before this one have used it too. */
  readonly page: Page
  readonly expect: TestcodeExpect
  /**
   * Finds rows, whatever their markup: the innermost elements that contain all the texts and, if a name is given, exactly one
   * button or link with that name. Ignores case and white space.
   */
  rows(texts: readonly string[], control?: RegExp, within?: Locator): Locator
  /** The visible text of one element, once it stays the same. The expectation is not met if it is longer than 2,000 characters. */
  read(element: Locator, options?: Within): Promise<string>
  /** Opens the page that a `url` parameter names. The verdict is `bad-parameter` if it is not a page of the project. */
  open(parameter: string): Promise<void>
  /** Loads an address that was seen before, whatever its status. If it leads away from the project, the verdict is `error`. */
  load(address: string): Promise<void>
  /** Like `load`, for an address that may be refused: if the server closes the connection, the browser's error page is shown. */
  peek(address: string): Promise<void>
  /** Starts a new browser context, which remembers nothing. `page` and its locators then refer to its blank page. */
  forget(): Promise<void>
  /** Waits until the page is at rest: no request is open, and no timer is due. Expectations do this themselves. */
  settle(): Promise<void>
  /**
   * Continues in the browser of one person, who is signed in. The person signs in the first time in a trial. Later the stored
   * session is restored; if the project does not accept it, the person signs in again.
   */
  as(person: string, how: SigningIn): Promise<void>
  /** The address in a `url` parameter, as the browser will show it. */
  url(parameter: string): string
  /** Waits for the one element of the declared kind that an `element` parameter names. */
  element(parameter: string): Promise<Locator>
  /**
   * Chooses the one option of a list that contains this text, whatever the list is: a native one, suggestions of a field, radio
   * buttons, pressed buttons, a list box, or a button or field that opens one. Without a text, chooses the element itself: an option, a
   * radio button, a tab or a button.
   */
  choose(list: Locator, text?: string | RegExp): Promise<void>
  /** The text of what is chosen in such a list at this moment, for `expect.poll`. */
  chosen(list: Locator): Promise<string>
  /** The texts of all options that such a list offers. */
  offered(list: Locator): Promise<readonly string[]>
  /**
   * Does something about which the page may ask, such as a deletion, and answers with yes: in a dialogue of the browser or of the page,
   * on a page of its own, or by a second press. Waits until an offer to undo it is gone. Does nothing more if the page asks nothing.
   */
  confirming(act: () => Promise<unknown>, answer?: 'yes' | 'no'): Promise<void>
  /**
   * Does something that must be refused, and returns the element with the message. The message has to match the pattern, and must
   * not have been on the page before.
   */
  refusal(parameter: string, says: RegExp, act: () => Promise<unknown>): Promise<Locator>
  /** Sorts things by where their elements stand: from top to bottom, and from left to right in one line. */
  readingOrder<T>(things: readonly T[], elementOf: (thing: T) => Locator): Promise<T[]>
  /**
   * Makes something that several testcodes only refer to, such as a company for their contacts. The first testcode of a trial
   * that asks for it makes it, with inputs of its own. Later ones get the same until `forget` or `as`: a project may keep its
   * data in the browser.
   */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
  /** The value of a `text` parameter. */
  text(parameter: string): string
  /** Dialogues (alert, confirm, prompt) that this testcode has seen; each was accepted. */
  readonly dialogs: readonly Dialog[]
  /** Absolute path of a file of the mission, for uploads. */
  material(name: string): string
  /** Waits for the file that the browser saves after an action, such as a click on a link. The expectation is not met without one. */
  download(action: () => Promise<unknown>): Promise<Downloaded>
  /** The QR code, dark on light, in a PNG file or a screenshot; undefined if none can be read in it. */
  qrCode(picture: Uint8Array): Promise<QrCode | undefined>
  /** A screenshot of an element at rest, without the pointer over it. */
  picture(element: Locator): Promise<Picture>
}

/** How a program ended. */
export interface Finished extends Exit {
  readonly stdout: string
  readonly stderr: string
  /** Whether the program left this regular file in its folder. */
  has(path: string): Promise<boolean>
  /** A file that the program left. The expectation is not met if it is missing, too large or not a regular file. */
  read(path: string): Promise<Buffer>
  /** An .xlsx file. */
  workbook(path: string): Promise<Workbook>
  /** The rows of a CSV file (RFC 4180, UTF-8). */
  table(path: string): Promise<readonly (readonly string[])[]>
  /** A PNG file. */
  picture(path: string): Promise<Picture>
}

/** A dialogue with a program, line by line. */
export interface Dialogue {
  /** Output before the first prompt. */
  readonly greeting: string
  /** Sends a line. Resolves to the output until the next prompt, or until the end of the program. */
  send(line: string): Promise<string>
  /** Closes its input, as a user does with Ctrl-D, and waits for it to end. */
  end(): Promise<Exit>
}

export interface RunOptions {
  readonly args?: readonly string[]
  readonly stdin?: string
}

/** Fixtures for testcodes of programs. Every testcode begins with a fresh copy of the project. */
export interface ProgramFixtures extends InputFixtures {
  readonly expect: Expect
  /** The value of a `text` parameter. */
  text(parameter: string): string
  /** The value of a `file` parameter: a path that stays inside the project's folder. */
  file(parameter: string): string
  /** Absolute path of a file of the mission, on the grader's side. */
  material(name: string): string
  /** Puts a file into the folder in which the program runs. */
  put(path: string, content: string | Uint8Array): Promise<void>
  /** Runs the program to its end. */
  run(options?: RunOptions): Promise<Finished>
  /** Starts the program and waits for its first prompt. */
  start(options?: RunOptions): Promise<Dialogue>
}

/** The default export of `testcodes.ts` of a website mission: testcode id → what a user does and sees. */
export type WebsiteTestcodes = Readonly<Record<string, (fixtures: WebsiteFixtures) => Promise<void>>>
/** The same for console and batch missions. */
export type ProgramTestcodes = Readonly<Record<string, (fixtures: ProgramFixtures) => Promise<void>>>

/** A point of a window, in pixels from the top left corner of its content. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Where the pixels of a colour are: their number, their middle, and the smallest rectangle around them. */
export interface Spot extends Point {
  readonly count: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface LookOptions {
  /** Milliseconds in which it has to happen; a third of the time limit of the testcode by default. */
  readonly within?: number
}

export interface ReadOptions extends LookOptions {
  /** The expected text in words, for the reason of a failure, instead of a pattern: `the text "Black wins"` */
  readonly expected?: string
  /** Milliseconds for which the region must not change after it was read: a program that shows all answers in turn changes it */
  readonly for?: number
}

/**
 * Fixtures for testcodes of programs with windows. Every testcode begins with a fresh copy of the project, which has just drawn its
 * window. All places are relative to the content of that window; colours are written like `#1e90ff`.
 */
export interface DesktopFixtures extends InputFixtures {
  readonly expect: Expect
  /** The size of the window. */
  window(): Promise<{ readonly width: number; readonly height: number }>
  /** The values of parameters. */
  point(parameter: string): Point
  region(parameter: string): PixelArea
  key(parameter: string): string
  colour(parameter: string): string
  /** Presses a key and releases it, after 60 ms or the given time. */
  press(key: string, options?: { readonly for?: number }): Promise<void>
  /** Holds a key down while the action runs. */
  hold<T>(key: string, action: () => Promise<T>): Promise<T>
  move(point: Point): Promise<void>
  click(point: Point, options?: { readonly button?: 'left' | 'middle' | 'right' }): Promise<void>
  /** Types printable characters of ASCII, one key after the other. */
  type(text: string): Promise<void>
  /** The pixels of the window that a user sees, or of a part of it. */
  screenshot(region?: PixelArea): Promise<Picture>
  colourAt(point: Point): Promise<string>
  /** How many pixels of a region have this colour, or one that looks the same. */
  count(colour: string, region?: PixelArea): Promise<number>
  /** Where these pixels are; undefined if there are none. */
  find(colour: string, region?: PixelArea): Promise<Spot | undefined>
  /** Fails unless the picture of a region changes after the action. */
  changes(region: PixelArea, action: () => Promise<unknown>, options?: LookOptions): Promise<void>
  /** Fails if the picture of a region changes during the action, or in the 500 ms (or the given time) after it. */
  stays(region: PixelArea, action: () => Promise<unknown>, options?: { readonly for?: number }): Promise<void>
  /**
   * Looks again and again until the condition gives something other than undefined and false, and returns it.
   * @param expected What should be seen, for the reason of a failure: `the apple is eaten`
   */
  until<T>(expected: string, condition: () => Promise<T | undefined | false>, options?: LookOptions): Promise<T>
  /** The text in a region, as tesseract reads it. */
  text(region: PixelArea): Promise<string>
  /** The whole number in a region; undefined if none can be read. */
  number(region: PixelArea): Promise<number | undefined>
  /**
   * Waits until a region says a number or a text. It must be at rest, and it must be what the region shows first or next: a region
   * that shows one thing after another does not pass.
   */
  reads(region: PixelArea, expected: number | RegExp, options?: ReadOptions): Promise<void>
  /** Ends the program and starts it again; the files that it has left are still there. */
  restart(): Promise<void>
  /** Waits until the program has run for this many seconds since its start. Fails if it ends earlier or prints a traceback. */
  runsFor(seconds: number): Promise<void>
}

/** The same for desktop missions. */
export type DesktopTestcodes = Readonly<Record<string, (fixtures: DesktopFixtures) => Promise<void>>>
