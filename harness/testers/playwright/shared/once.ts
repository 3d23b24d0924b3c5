/** Things that testcodes of one trial have made for each other, by name. */
export class SharedThings {
  readonly #made = new Map<string, unknown>()

  /** Makes a thing unless it was made before. If making it fails, the next testcode that needs it makes its own. */
  async once<T>(name: string, make: () => Promise<T>): Promise<T> {
    if (this.#made.has(name)) return this.#made.get(name) as T
    const thing = await make()
    this.#made.set(name, thing)
    return thing
  }

  /** Must be called if the browser loses its state: a project may keep things in the browser. */
  forget(): void {
    this.#made.clear()
  }
}
