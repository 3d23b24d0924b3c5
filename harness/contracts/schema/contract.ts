/** A contract between those who write the files of a project, its versions, and the tasks that follow from it. */
import * as z from 'zod'

/** Characters of one text of a contract. */
const LONGEST_TEXT = 4000
const LONGEST_NAME = 300
const name = z.string().min(1).max(LONGEST_NAME)
const type = z.string().max(LONGEST_NAME).default('')
const text = z.string().max(LONGEST_TEXT).default('')
const filePath = z.string().min(1).max(1000)

export const CONTRACT_SECTIONS = [
  'overview',
  'stories',
  'constraints',
  'directory',
  'knowledge',
  'dependencies',
  'api',
] as const
export type ContractSection = (typeof CONTRACT_SECTIONS)[number]

/** TODO: to be written; DONE: written; VERIFIED: accepted by auditor and critic; ERROR: to be written again. */
export const TASK_STATUSES = ['TODO', 'DONE', 'VERIFIED', 'ERROR'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** A story, a constraint, or a piece of knowledge that several files share. */
const itemSchema = z.strictObject({ name, description: text })
export type ContractItem = z.infer<typeof itemSchema>

const variableSchema = z.strictObject({ name, type, description: text })
export type ContractVariable = z.infer<typeof variableSchema>

export const contractFunctionSchema = z.strictObject({
  name,
  description: text,
  parameters: z
    .array(z.strictObject({ name, type, optional: z.boolean().default(false) }))
    .max(100)
    .default([]),
  returns: type.describe('The type of the result; empty if the contract does not say.'),
})
export type ContractFunction = z.infer<typeof contractFunctionSchema>

export const contractClassSchema = z.strictObject({
  name,
  description: text,
  bases: z.array(name).max(20).default([]),
  attributes: z.array(variableSchema).max(300).default([]),
  methods: z.array(contractFunctionSchema).max(300).default([]),
})
export type ContractClass = z.infer<typeof contractClassSchema>

/** The interface of one file. */
export const contractFileSchema = z.strictObject({
  path: filePath,
  description: text,
  owner: z.string().max(LONGEST_NAME).default('').describe('The role that writes the file.'),
  globals: z.array(variableSchema).max(300).default([]),
  classes: z.array(contractClassSchema).max(300).default([]),
  functions: z.array(contractFunctionSchema).max(300).default([]),
})
export type ContractFile = z.infer<typeof contractFileSchema>

const MOST_FILES = 200
const MOST_ITEMS = 300

export const contractSchema = z.strictObject({
  overview: text,
  stories: z.array(itemSchema).max(MOST_ITEMS).default([]),
  constraints: z.array(itemSchema).max(MOST_ITEMS).default([]),
  directory: z
    .array(z.strictObject({ path: filePath, description: text }))
    .max(MOST_FILES)
    .default([]),
  knowledge: z.array(itemSchema).max(MOST_ITEMS).default([]),
  dependencies: z
    .array(z.strictObject({ file: filePath, needs: z.array(filePath).max(MOST_FILES) }))
    .max(MOST_FILES)
    .default([]),
  api: z.array(contractFileSchema).max(MOST_FILES).default([]),
})
export type Contract = z.infer<typeof contractSchema>

/** One statement of the contract that was added, changed or removed. */
const changeSchema = z.strictObject({
  change: z.enum(['added', 'updated', 'removed']),
  section: z.enum(CONTRACT_SECTIONS),
  place: z.string().max(2000).describe('The entry, such as `game/player.py, class Player, method move`.'),
  text: z.string().max(LONGEST_TEXT).describe('The statement after the change; empty if it was removed.'),
})
export type ContractChange = z.infer<typeof changeSchema>

const versionSchema = z.strictObject({
  version: z.int().min(1),
  by: z.string().max(LONGEST_NAME).describe('A role, or the layer whose edits were merged.'),
  changes: z.array(changeSchema).max(2000),
  conflicts: z
    .array(z.string().max(LONGEST_TEXT))
    .max(500)
    .describe('Statements on which concurrent edits disagreed, and whose statement was kept.'),
})
export type ContractVersion = z.infer<typeof versionSchema>

const attemptSchema = z.strictObject({
  layer: z.int().min(1),
  status: z.enum(TASK_STATUSES),
  problems: z.array(z.string().max(LONGEST_TEXT)).max(100).describe('Those of auditor and critic after the layer.'),
})

const taskSchema = z.strictObject({
  file: filePath,
  owner: z.string().max(LONGEST_NAME),
  version: z.int().min(1).describe('Of the interface of the file in the contract.'),
  status: z.enum(TASK_STATUSES),
  needs: z.array(filePath).max(MOST_FILES),
  attempts: z.array(attemptSchema).max(100),
})
export type ContractTask = z.infer<typeof taskSchema>

/** How an agent that works from a contract came to its project. */
export const contractWorkSchema = z.strictObject({
  contract: contractSchema,
  versions: z.array(versionSchema).max(100),
  tasks: z.array(taskSchema).max(MOST_FILES),
  problems: z
    .array(z.string().max(LONGEST_TEXT))
    .max(500)
    .describe('Of the last contract: circles, files that nothing connects, missing parts.'),
})
export type ContractWork = z.infer<typeof contractWorkSchema>
