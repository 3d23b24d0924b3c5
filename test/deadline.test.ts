import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { unlessAborted, within } from "../harness/deadline.ts";
import { DeadlineExceeded, Interrupted } from "../harness/errors.ts";
import { runModule } from "./helpers.ts";

const never = () => new Promise<never>(() => undefined);

describe("within", () => {
  it("gives the result, or the error, of the promise", async () => {
    expect(await within(Promise.resolve(42), 10_000, "late")).toBe(42);
    await expect(
      within(Promise.reject(new TypeError("own")), 10_000, "late"),
    ).rejects.toThrow(TypeError);
  });

  it("throws its message once the deadline has passed, and not before", async () => {
    const began = performance.now();
    const waiting = within(never(), 50, "not done within 50 ms");
    await expect(waiting).rejects.toThrow(DeadlineExceeded);
    await expect(waiting).rejects.toThrow("not done within 50 ms");
    expect(performance.now() - began).toBeGreaterThanOrEqual(49);
  });

  it("leaves no timer behind that keeps the process alive", async () => {
    const began = performance.now();
    const { exitCode } = await runModule(`
      import { within } from 'HARNESS/deadline.ts'
      await within(Promise.resolve(), 600_000, 'late')
      await within(Promise.reject(new Error('own')), 600_000, 'late').catch(() => {})`);
    expect(exitCode).toBe(0);
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});

describe("unlessAborted", () => {
  it("gives the result, or the error, of the promise, and listens no longer", async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve(42), signal)).toBe(42);
    await expect(
      unlessAborted(Promise.reject(new TypeError("own")), signal),
    ).rejects.toThrow(TypeError);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("throws the reason of the abort, before and while it waits", async () => {
    const controller = new AbortController();
    const waiting = unlessAborted(never(), controller.signal);
    controller.abort(new Interrupted("stopped"));
    await expect(waiting).rejects.toThrow(Interrupted);
    await expect(unlessAborted(never(), controller.signal)).rejects.toThrow(
      Interrupted,
    );
  });

  it("makes an Interrupted of a reason that is no error, before and while it waits", async () => {
    const controller = new AbortController();
    const waiting = unlessAborted(never(), controller.signal);
    controller.abort("a text");
    await expect(waiting).rejects.toThrow(Interrupted);
    await expect(unlessAborted(never(), controller.signal)).rejects.toThrow(
      Interrupted,
    );
  });

  it.each(["before it was called", "while it waits"])(
    "ends no process where the promise fails after an abort %s",
    async (when) => {
      const early = when === "before it was called";
      const { exitCode, stdout, stderr } = await runModule(`
      import { setTimeout as delay } from 'node:timers/promises'
      import { unlessAborted } from 'HARNESS/deadline.ts'
      const controller = new AbortController()
      if (${String(early)}) controller.abort(new Error('stopped'))
      const work = delay(20).then(() => { throw new Error('of the work') })
      const waiting = unlessAborted(work, controller.signal)
      controller.abort(new Error('stopped'))
      await waiting.catch((error) => console.log(error.message))
      await delay(100)
      console.log('still there')`);
      expect({ stdout, stderr, exitCode }).toEqual({
        stdout: "stopped\nstill there",
        stderr: "",
        exitCode: 0,
      });
    },
  );
});
