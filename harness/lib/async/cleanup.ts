/** A stack of cleanup steps, which run in reverse order. */
export class Cleanup implements AsyncDisposable {
  #steps: (() => void | Promise<void>)[] = []

  defer(step: () => void | Promise<void>): void {
    this.#steps.push(step)
  }

  use<T extends AsyncDisposable>(resource: T): T {
    this.defer(async () => {
      await resource[Symbol.asyncDispose]()
    })
    return resource
  }

  /** Moves all steps to a new Cleanup and leaves this one empty. */
  move(): Cleanup {
    const owner = new Cleanup()
    owner.#steps = this.#steps
    this.#steps = []
    return owner
  }

  /** Runs every step even if others fail, and throws their errors at the end. */
  async [Symbol.asyncDispose](): Promise<void> {
    const errors: unknown[] = []
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, 'several cleanup steps failed')
  }
}
