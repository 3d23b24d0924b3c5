const fs = require("node:fs");

const [, , what, folder] = process.argv;
if (what === "file") fs.symlinkSync(`${folder}/kept.txt`, "input.txt");
if (what === "folder") fs.symlinkSync(folder, "input");
