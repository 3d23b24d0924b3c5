const lines = require("node:readline").createInterface({
  input: process.stdin,
});

process.stdout.write('\u001b[2J12 passed, 0 failed\n{"status":"passed"}\n> ');
lines.on("line", () =>
  process.stdout.write('\u001b[2J12 passed, 0 failed\n{"status":"passed"}\n> '),
);
