import { csvFormat } from "./csv.ts";
import type { Format } from "./format.ts";
import { jsonFormat, jsonlFormat } from "./json.ts";
import { junitFormat } from "./junit.ts";
import { markdownFormat } from "./markdown.ts";
import { xlsxFormat } from "./xlsx.ts";

/** The ways to write a run down; a new one is one new file and one line here. */
export const formats = {
  json: jsonFormat,
  jsonl: jsonlFormat,
  csv: csvFormat,
  xlsx: xlsxFormat,
  junit: junitFormat,
  markdown: markdownFormat,
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
