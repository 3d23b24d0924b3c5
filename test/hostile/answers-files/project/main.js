require("node:fs").mkdirSync("folder");
