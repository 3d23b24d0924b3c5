const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const UNSTOPPABLE = new Set(["SIGKILL", "SIGSTOP"]);
for (const signal of Object.keys(constants.signals)) {
  try {
    if (!UNSTOPPABLE.has(signal)) process.on(signal, () => undefined);
  } catch {
    // Node keeps some for itself.
  }
}
if (process.argv[2] === undefined) {
  for (const detached of [true, false]) {
    spawn(process.execPath, [__filename, "pe-hostile-child"], {
      detached,
      stdio: "inherit",
    }).unref();
  }
}
// Bounded, in case nobody ends it: twenty minutes.
setTimeout(() => process.exit(), 1_200_000);
