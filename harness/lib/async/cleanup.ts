/** What has to be closed, in the order in which it was opened; closed in the reverse order. */
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

  /** Hands all steps to a new owner; this one closes nothing any more. */
  move(): Cleanup {
    const owner = new Cleanup()
    owner.#steps = this.#steps
    this.#steps = []
    return owner
  }

  /** Every step is taken, whatever the others do; what they threw is thrown at the end. */
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
    if (errors.length > 1) throw new AggregateError(errors, 'several things could not be closed')
  }
}
