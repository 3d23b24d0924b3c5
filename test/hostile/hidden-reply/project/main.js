const WAYS = {
  concealed: "\u001b[8mpong\u001b[28m",
  erased: "pong\r\u001b[2K",
  overwritten: "pong\rnothing",
  deleted: "pong\b\b\b\b    \b\b\b\b",
  elsewhere: "\u001b[s\u001b[999;999Hpong\u001b[2J\u001b[u",
};
const hidden = WAYS[process.argv[2]] ?? "";
const lines = require("node:readline").createInterface({
  input: process.stdin,
});

process.stdout.write("Hello\n> ");
lines.on("line", () => process.stdout.write(`${hidden}\n> `));
