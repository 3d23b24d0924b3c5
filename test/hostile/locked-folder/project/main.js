const fs = require("node:fs");

fs.writeFileSync("answer.txt", "42");
fs.mkdirSync("locked/inner", { recursive: true });
fs.writeFileSync("locked/inner/file.txt", "x");
fs.writeFileSync("-rf", "x");
fs.writeFileSync("line\nfeed", "x");
fs.writeFileSync(Buffer.from([0xff, 0xfe, 0x2d]), "no UTF-8");
fs.chmodSync("locked/inner/file.txt", 0);
fs.chmodSync("locked/inner", 0);
fs.chmodSync("locked", 0);
