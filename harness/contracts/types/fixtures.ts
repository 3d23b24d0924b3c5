import type { Expect, Locator, MatcherReturnType, Page } from '@playwright/test'
import type { Workbook } from 'exceljs'
import type { Calendar, Decimal, Given } from './given.ts'
import type { Exit } from './sandbox.ts'

export interface Dialog {
  readonly type: string
  readonly message: string
}

/** A file that the browser saved. */
export interface Downloaded {
  /** As the site proposes it. */
  readonly name: string
  readonly content: Buffer
}

export interface QrCode {
  readonly text: string
  /** 1 (21 × 21 modules) to 40 (177 × 177); ISO/IEC 18004. */
  readonly version: number
}

/** Most characters of an element in which a text or a number is looked for; 300 more than the text itself unless said. */
export interface Within {
  readonly within?: number
}

/** Matchers beside those of Playwright. */
interface OwnMatchers {
  /**
   * The number is the only one that the element shows: `22.9` also as `22,9`, `1234.50` also as `1,234.50`; not as `22.90`.
   * @param wanted Digits with a point, such as `-1234.50`
   */
  toShowNumber(locator: Locator, wanted: string, options?: Within & { timeout?: number }): Promise<MatcherReturnType>
}

/**
 * Playwright's `expect`. What is expected has to hold on a page at rest, or to stay for a second on a page that never rests;
 * what is expected to be visible, or to have a text, must be there for a person to see; and a text is found in short elements
 * only. So what a page shows for a moment, hides, or shows among everything else is not taken for an answer.
 */
export type TestcodeExpect = Expect<OwnMatchers>

/** Inputs, and what is computed from them: for all testcodes. */
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

/** For testcodes of websites. */
export interface WebsiteFixtures extends InputFixtures {
  /** The page of the trial; the testcodes before this one have used it too. */
  readonly page: Page
  readonly expect: TestcodeExpect
  /**
   * The innermost elements that hold all the texts and, if a name is given, one button or link of that name and no second
   * one: rows, whatever they are made of. Case and white space do not matter.
   */
  rows(texts: readonly string[], control?: RegExp, within?: Locator): Locator
  /** The text of one element that a person can see, once it stays. Longer than 2,000 characters: the expectation is not met. */
  read(element: Locator, options?: Within): Promise<string>
  /** Goes to the page that a `url` parameter names. Not a page of the project: `bad-parameter`. */
  open(parameter: string): Promise<void>
  /** Loads an address that was seen before, whatever it answers. If it leads away from the project: the project's error. */
  load(address: string): Promise<void>
  /** From now on the browser is one that remembers nothing: a new context with a blank page, which `page` and its locators then mean. */
  forget(): Promise<void>
  /** Waits until the page is at rest: all it has asked for has come, and no timer is due. Expectations do so by themselves. */
  settle(): Promise<void>
  /**
   * From now on the browser is that of one person, who is signed in. The first time in a trial the person signs in, later the
   * browser is given what it kept then; if that is not enough for the project, the person signs in again.
   */
  as(person: string, how: SigningIn): Promise<void>
  /** The address that a `url` parameter names, as the browser will show it. */
  url(parameter: string): string
  /** The one element of the declared kind that an `element` parameter names, waiting for it to appear. */
  element(parameter: string): Promise<Locator>
  /** The value of a `text` parameter. */
  text(parameter: string): string
  /** Dialogues (alert, confirm, prompt) that this testcode has seen; each was accepted. */
  readonly dialogs: readonly Dialog[]
  /** Absolute path of a file of the mission, for uploads. */
  material(name: string): string
  /** What the browser saves when something is done, such as a click on a link. Nothing saved: the expectation is not met. */
  download(action: () => Promise<unknown>): Promise<Downloaded>
  /** The QR code, dark on light, in a PNG file or a screenshot; undefined if none can be read in it. */
  qrCode(picture: Uint8Array): Promise<QrCode | undefined>
  /** What an element looks like once it has come to rest, without the pointer over it. */
  picture(element: Locator): Promise<Picture>
}

/** How a program ended. */
export interface Finished extends Exit {
  readonly stdout: string
  readonly stderr: string
  /** Whether the program left this regular file in its folder. */
  has(path: string): Promise<boolean>
  /** A file that the program left. Missing, too large or not a regular file: the expectation is not met. */
  read(path: string): Promise<Buffer>
  /** An .xlsx file. */
  workbook(path: string): Promise<Workbook>
  /** The rows of a CSV file (RFC 4180, UTF-8). */
  table(path: string): Promise<readonly (readonly string[])[]>
  /** A PNG file. */
  picture(path: string): Promise<Picture>
}

/** Decoded pixels, row by row from the top: red, green, blue and opacity, a byte each. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A program that is talked to, line by line. */
export interface Dialogue {
  /** What it printed before its first prompt. */
  readonly greeting: string
  /** Sends a line; resolves to what was printed until the next prompt, or until the program ended. */
  send(line: string): Promise<string>
  /** Closes its input, as a user does with Ctrl-D, and waits for it to end. */
  end(): Promise<Exit>
}

export interface RunOptions {
  readonly args?: readonly string[]
  readonly stdin?: string
}

/** For testcodes of programs. Every testcode begins with a fresh copy of the project. */
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
