/** The public API: re-exports only. */
export type { Locator, Page } from '@playwright/test'
export type { Cell, Row, Workbook, Worksheet } from 'exceljs'
export type * from './contracts/types.ts'
export { defineConfig } from './lib/models/config.ts'
export type { CommandSettings, Config, ModelSettings } from './lib/models/schema.ts'
export type { ReporterSetup } from './reporters/setup.ts'
export type { AdapterSetup, AgentFactory } from './agents/adapter.ts'
export type { Answers, Brief, Checklist, LaunchPlan, Message, Question } from './contracts/schema.ts'
