import ts from 'typescript'
import { describe } from './description.ts'
import { applyEdits, type Edit } from './edits.ts'
import { hasSignatures, isFunctionWithBody, type FunctionWithBody } from './functions.ts'
import { definedValue, doesWork } from './statements.ts'
import { parseJavaScript } from './syntax.ts'
import { emptied, mayStay } from './values.ts'
import { wrap } from './words.ts'

const START = '// The program’s start belongs here: what runs when this file is loaded.'

/**
 * Removes from a JavaScript file the bodies of all functions and the code that runs when it is loaded. Imports, exports,
 * signatures, documentation and small constants stay.
 * @param path For messages.
 * @throws UsageError if the file does not parse.
 */
export function maskJavaScript(text: string, path = 'file.js'): string {
  const source = parseJavaScript(text, path)
  const kept = source.statements.filter((statement) => !doesWork(statement))
  return applyEdits(text, [...workEdits(source), ...kept.flatMap(statementEdits)])
}

/** Consecutive statements that do work become one comment. */
function workEdits(source: ts.SourceFile): Edit[] {
  const edits: Edit[] = []
  for (const [index, statement] of source.statements.entries()) {
    if (!doesWork(statement)) continue
    const end = endWithComment(statement)
    const before = source.statements[index - 1]
    const open = before && doesWork(before) ? edits.pop() : undefined
    edits.push({ start: open?.start ?? statement.getStart(), end, text: START })
  }
  return edits
}

function endWithComment(statement: ts.Statement): number {
  return ts.getTrailingCommentRanges(statement.getSourceFile().text, statement.end)?.at(-1)?.end ?? statement.end
}

function statementEdits(statement: ts.Statement): Edit[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap((it) => (it.initializer ? valueEdits(it.initializer) : []))
  }
  if (ts.isExportAssignment(statement)) return valueEdits(statement.expression)
  const value = ts.isExpressionStatement(statement) ? definedValue(statement) : undefined
  return value ? valueEdits(value) : signatureEdits(statement)
}

/** Masks a value with functions part by part; any other value is kept or removed as a whole. */
function valueEdits(value: ts.Expression): Edit[] {
  if (hasSignatures(value)) return signatureEdits(value)
  return mayStay(value) ? [] : [{ start: value.getStart(), end: value.end, text: emptied(value) }]
}

function signatureEdits(node: ts.Node): Edit[] {
  if (isFunctionWithBody(node)) return functionEdits(node)
  if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) {
    return node.initializer ? valueEdits(node.initializer) : []
  }
  return childrenOf(node).flatMap((child) => (isValue(child) ? valueEdits(child) : signatureEdits(child)))
}

/** Keeps the default value of a parameter, except for the bodies of functions in it. */
function functionEdits(node: FunctionWithBody): Edit[] {
  const parameters = ts.isClassStaticBlockDeclaration(node) ? [] : node.parameters
  return [bodyEdit(node), ...parameters.flatMap(functionsIn).flatMap(functionEdits)]
}

function functionsIn(node: ts.Node): FunctionWithBody[] {
  return isFunctionWithBody(node) ? [node] : childrenOf(node).flatMap(functionsIn)
}

function bodyEdit(node: FunctionWithBody): Edit {
  const start = ts.isArrowFunction(node) ? node.equalsGreaterThanToken.end : node.body.getStart()
  const indent = indentAt(node.getSourceFile().text, start)
  const comment = wrap(describe(node)).map((line) => `${indent}  // ${line}\n`)
  return { start, end: node.body.end, text: `${ts.isArrowFunction(node) ? ' ' : ''}{\n${comment.join('')}${indent}}` }
}

function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position)
  return /^\s*/.exec(line)?.[0] ?? ''
}

/** The parser treats names as expressions too, but they reveal nothing beyond the signature. */
function isValue(node: ts.Node): node is ts.Expression {
  return ts.isExpression(node) && !ts.isIdentifier(node)
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  return children
}
