/** Writes the JSON schema of mission files, by which editors complete and check them. `--check` only compares. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import prettier from "prettier";
import { z } from "zod";
import { missionFileSchema } from "../harness/schema.ts";

const file = path.join(
  import.meta.dirname,
  "..",
  "missions",
  "mission.schema.json",
);

/** What the file should hold, formatted as the rest of the project is. */
export async function missionSchemaText(): Promise<string> {
  const schema = z.toJSONSchema(missionFileSchema, { io: "input" });
  const options = await prettier.resolveConfig(file);
  return prettier.format(JSON.stringify(schema), {
    ...options,
    parser: "json",
  });
}

if (process.argv[1] === import.meta.filename) {
  const text = await missionSchemaText();
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if ((await readFile(file, "utf8")) !== text) {
    process.stderr.write(`${file} is out of date: run npm run schemas\n`);
    process.exitCode = 1;
  }
}
