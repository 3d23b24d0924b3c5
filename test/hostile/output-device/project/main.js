const { spawnSync } = require("node:child_process");

// The device of /dev/zero.
spawnSync("mknod", ["answer.txt", "c", "1", "5"]);
