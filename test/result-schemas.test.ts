import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import {
  RESULT_SCHEMAS,
  resultSchemaText,
  type ResultSchemaFile,
} from "../scripts/result-schemas.ts";

it.each(Object.keys(RESULT_SCHEMAS) as ResultSchemaFile[])(
  "keeps %s up to date (npm run schemas writes it)",
  async (file) => {
    expect(await readFile(file, "utf8")).toBe(await resultSchemaText(file));
  },
);
