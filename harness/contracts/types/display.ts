/** Decoded pixels, row by row from the top: red, green, blue and opacity, a byte each. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A rectangle of pixels; x and y are those of its top left corner. */
export interface PixelArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A window that can be seen; its place is that of its content on the screen. */
export interface DesktopWindow extends PixelArea {
  readonly id: number
}

/** A display of its own for one program: an X server in a cage of the judge's. */
export interface Display extends AsyncDisposable {
  /** The socket on the host, for the judge. */
  readonly socket: string
  readonly cookie: Buffer
  /** Environment of a program that draws on it. */
  readonly environment: Readonly<Record<string, string>>
  /** How the X server ended; undefined while it runs. */
  ended(): string | undefined
}

/** The screen of a display with its keyboard and pointer, from the judge's side. */
export interface DesktopScreen {
  readonly width: number
  readonly height: number
  /** The windows that can be seen, from the lowest to the topmost one. */
  windows(): Promise<readonly DesktopWindow[]>
  /** The pixels that a user sees in an area of the screen. */
  picture(area?: PixelArea): Promise<Picture>
  /** The pixels of an area of the screen in a window; undefined if the window is not where it was any more. */
  pictureIn(window: DesktopWindow, area: PixelArea): Promise<Picture | undefined>
  focus(window: number): void
  place(window: number, x: number, y: number): void
  key(name: string, down: boolean): void
  move(x: number, y: number): void
  button(button: number, down: boolean): void
  /** Resolves once the display has handled all input so far. */
  settled(): Promise<void>
}

/** A program that runs and has drawn a window. */
export interface DesktopProgram extends AsyncDisposable {
  /** The screen of its display. */
  readonly screen: DesktopScreen
  /** Its largest window when it was ready. */
  readonly window: DesktopWindow
  /** `performance.now()` when it was started. */
  readonly startedAt: number
  /** Its output so far, bounded. */
  output(): string
  /** How it ended; undefined while it runs. */
  ended(): string | undefined
  readonly exit: Promise<unknown>
}
