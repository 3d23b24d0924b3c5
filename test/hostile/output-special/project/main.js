const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");

const KINDS = {
  pipe: () => execFileSync("mkfifo", ["answer.txt"]),
  socket: () => net.createServer().listen("answer.txt", () => process.exit(0)),
  link: () => fs.symlinkSync("/etc/passwd", "answer.txt"),
  "link-to-device": () => fs.symlinkSync("/dev/zero", "answer.txt"),
  loop: () => fs.symlinkSync("answer.txt", "answer.txt"),
  folder: () => fs.mkdirSync("answer.txt"),
};
KINDS[process.argv[2]]?.();
