import ts from 'typescript'
import { nameOf, parameterNames, type FunctionWithBody } from './functions.ts'
import { enumeration, firstSentence, oneLine, sentence, words } from './words.ts'

const READS_ON = /^(an?|the|what|whether|which|how|when|where|why|all|every|each|one|no|none|nothing|its|their) /i

/** Describes the body of a function, from its JSDoc or, without one, from its name and parameters. */
export function describe(node: FunctionWithBody): string {
  const fromJsDoc = [summary(node), returned(node)].filter((text) => text !== '').join(' ')
  return fromJsDoc === '' ? sentence(purpose(node) + given(node)) : fromJsDoc
}

function summary(node: FunctionWithBody): string {
  const comments = ts.getJSDocCommentsAndTags(node).filter((comment) => ts.isJSDoc(comment))
  const text = firstSentence(ts.getTextOfJSDocComment(comments.at(-1)?.comment) ?? '')
  return text === '' ? '' : sentence(text)
}

function returned(node: FunctionWithBody): string {
  const comment = ts.getTextOfJSDocComment(ts.getJSDocReturnTag(node)?.comment) ?? ''
  const text = firstSentence(comment.replace(/^\s*-\s*/, ''))
  if (text === '') return ''
  return sentence(READS_ON.test(text) ? `Returns ${startingSmall(text)}` : `Returns: ${startingSmall(text)}`)
}

function startingSmall(text: string): string {
  return /^\p{Lu}(\p{Ll}|\s)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function purpose(node: FunctionWithBody): string {
  if (ts.isClassStaticBlockDeclaration(node)) return 'sets up the class'
  const owner = ts.isClassLike(node.parent) ? node.parent.name?.text : undefined
  if (ts.isConstructorDeclaration(node)) return `sets up a new ${owner === undefined ? 'object' : words(owner)}`
  const name = nameOf(node)
  if (name === undefined) return anonymousPurpose(node.parent)
  if (ts.isGetAccessor(node)) return `gives the ${words(name)}`
  return ts.isSetAccessor(node) ? `sets the ${words(name)}` : words(name)
}

function anonymousPurpose(parent: ts.Node): string {
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const callee = oneLine(parent.expression.getText())
    if (/^[\w$.]+$/.test(callee)) return `the function that ${callee} calls`
  }
  return ts.isExportAssignment(parent) || ts.isSourceFile(parent) ? 'what this file exports' : 'what this function does'
}

function given(node: FunctionWithBody): string {
  const names = parameterNames(node).map(words)
  return names.length === 0 || ts.isSetAccessor(node) ? '' : `, given ${enumeration(names)}`
}
