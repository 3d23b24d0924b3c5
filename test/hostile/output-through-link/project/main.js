require("node:fs").symlinkSync("@PE_ATTACK@/loot", "out");
