/** The plan of a repository as a graph, from its capabilities down to functions, and the work on each part that is written and tested. */
import * as z from 'zod'

const LONGEST_TEXT = 2000
const LONGEST_NAME = 300
const LONGEST_ID = 1600
export const GRAPH_LIMITS = {
  nodes: 4000,
  edges: 20_000,
  flows: 4000,
  files: 400,
  units: 1500,
  repairs: 8,
  votes: 5,
} as const

const id = z.string().min(1).max(LONGEST_ID)
const name = z.string().min(1).max(LONGEST_NAME)
const text = z.string().max(LONGEST_TEXT).default('')

export const NODE_KINDS = ['capability', 'file', 'class', 'function'] as const
export type NodeKind = (typeof NODE_KINDS)[number]

/**
 * composes: a capability is a part of another one; contains: a capability has a file, a file has a class or a function, a class has a method;
 * inherits, invokes, imports: the first needs the second.
 */
export const EDGE_KINDS = ['composes', 'contains', 'inherits', 'invokes', 'imports'] as const
export type EdgeKind = (typeof EDGE_KINDS)[number]

/**
 * planned: not written; written: without a test that could be run; passing: its tests pass; repaired: they pass after repairs; failed: the
 * best version does not pass. A node that contains others has the state of the one that is furthest from passing.
 */
export const NODE_STATES = ['planned', 'written', 'passing', 'repaired', 'failed'] as const
export type NodeState = (typeof NODE_STATES)[number]

const nodeSchema = z.strictObject({
  id,
  kind: z.enum(NODE_KINDS),
  name,
  description: text,
  path: z.string().max(1000).default('').describe('The file; of a capability, nothing.'),
  signature: z.string().max(1000).default(''),
  features: z.array(id).max(200).default([]).describe('Capabilities that a class or a function implements.'),
  state: z.enum(NODE_STATES).default('planned'),
})
export type GraphNode = z.infer<typeof nodeSchema>

const edgeSchema = z.strictObject({ kind: z.enum(EDGE_KINDS), from: id, to: id })
export type GraphEdge = z.infer<typeof edgeSchema>

const flowSchema = z.strictObject({
  from: id,
  to: id,
  data: name.describe('The data that the second file gets from the first one.'),
  type: z.string().max(LONGEST_NAME).default(''),
})
export type GraphFlow = z.infer<typeof flowSchema>

export const repositoryGraphSchema = z.strictObject({
  nodes: z.array(nodeSchema).max(GRAPH_LIMITS.nodes),
  edges: z.array(edgeSchema).max(GRAPH_LIMITS.edges),
  flows: z.array(flowSchema).max(GRAPH_LIMITS.flows),
})
export type RepositoryGraph = z.infer<typeof repositoryGraphSchema>

export const FAILURE_CAUSES = ['code', 'test', 'environment'] as const
export type FailureCause = (typeof FAILURE_CAUSES)[number]

const voteSchema = z.strictObject({
  cause: z.enum(FAILURE_CAUSES),
  place: z.string().max(LONGEST_ID).default('').describe('The class or function that the vote blames.'),
  reason: text,
})
export type FailureVote = z.infer<typeof voteSchema>

const attributionSchema = z.strictObject({
  cause: z.enum(FAILURE_CAUSES),
  by: z
    .enum(['majority', 'no majority', 'fact'])
    .describe('A fact is a failure with one possible cause: a syntax error.'),
  place: z.string().max(LONGEST_ID).describe('The class, function or file that was repaired.'),
  votes: z.array(voteSchema).max(GRAPH_LIMITS.votes),
})
export type Attribution = z.infer<typeof attributionSchema>

const unitAttemptSchema = z.strictObject({
  changed: z
    .enum(['written', 'code', 'test', 'others'])
    .describe('What was new in this attempt; others: the rest of the project.'),
  passed: z.int().nonnegative(),
  of: z.int().nonnegative(),
  log: text,
  attribution: attributionSchema.optional().describe('Of the failure of this attempt, if it was repaired.'),
})
export type UnitAttempt = z.infer<typeof unitAttemptSchema>

/** A class, a function or a whole file that is written and tested as one. */
const unitSchema = z.strictObject({
  id,
  layer: z.int().min(1),
  needs: z.array(id).max(GRAPH_LIMITS.units),
  state: z.enum(NODE_STATES),
  repairs: z.int().min(0).max(GRAPH_LIMITS.repairs),
  test: z.string().max(8000).default(''),
  attempts: z.array(unitAttemptSchema).max(GRAPH_LIMITS.repairs + 2),
  note: text.describe('Why it could not be tested, or what happened to it later.'),
})
export type RepositoryUnit = z.infer<typeof unitSchema>

/** How an agent that works from a planning graph came to its project. */
export const repositoryWorkSchema = z.strictObject({
  graph: repositoryGraphSchema,
  units: z.array(unitSchema).max(GRAPH_LIMITS.units),
  problems: z.array(text).max(500).describe('Of the plan, which the agent was told and which it did not solve.'),
})
export type RepositoryWork = z.infer<typeof repositoryWorkSchema>
