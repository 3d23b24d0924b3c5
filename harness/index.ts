/** The public API: re-exports only. */
export type { Locator, Page } from "@playwright/test";
export type { Cell, Row, Workbook, Worksheet } from "exceljs";
export type * from "./types.ts";
