const fs = require("node:fs");

fs.writeFileSync("variables.json", JSON.stringify(Object.keys(process.env)));
const links = fs.readdirSync("/proc/self/fd").map((number) => {
  try {
    return fs.readlinkSync(`/proc/self/fd/${number}`);
  } catch {
    return "pipe:closed";
  }
});
fs.writeFileSync("files.json", JSON.stringify(links));
