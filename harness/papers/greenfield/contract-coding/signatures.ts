import type { ContractFunction } from '../../../contracts/schema.ts'
import type { OutlinedFunction, OutlinedParameter } from '../../../lib/syntax/outline/declarations.ts'
import { signatureText } from './contract-text.ts'
import { areAlike, expectsValue } from './types-alike.ts'

/** Differences between a function of the contract and the function in the code, one sentence each. */
export function signatureProblems(expected: ContractFunction, found: OutlinedFunction, name: string): string[] {
  return [...parameterProblems(expected, found, name), ...resultProblems(expected, found, name)]
}

function parameterProblems(expected: ContractFunction, { parameters, line }: OutlinedFunction, name: string): string[] {
  const wanted = expected.parameters.map((each) => ({ ...each, name: each.name.replace(/^[*.]+/, '') }))
  const contract = `the contract says ${signatureText(expected)}`
  const code = `line ${String(line)} has (${parameters.map(parameterText).join(', ')})`
  const differs = wanted.some(({ name: own }, index) => !isNamed(parameters[index], own))
  const needed = parameters.slice(wanted.length).some(({ optional }) => !optional)
  if (differs || needed) return [`parameters: ${name}: ${contract}, ${code}`]
  return wanted.flatMap((each, index) => {
    const type = parameters[index]?.type
    return type === undefined || areAlike(each.type, type)
      ? []
      : [`parameters: ${name}: ${each.name} is ${type} in the code and ${each.type} in the contract`]
  })
}

/** A pattern such as `{ a, b }` has no name and fits any. */
function isNamed(found: OutlinedParameter | undefined, name: string): boolean {
  return found !== undefined && (found.name === '' || found.name === name)
}

function parameterText({ name, type, rest }: OutlinedParameter): string {
  return `${rest ? '…' : ''}${name === '' ? '{…}' : name}${type === undefined ? '' : `: ${type}`}`
}

function resultProblems(expected: ContractFunction, found: OutlinedFunction, name: string): string[] {
  if (expected.returns === '' || found.placeholder !== undefined) return []
  if (found.returns !== undefined && !areAlike(expected.returns, found.returns))
    return [`returns: ${name}: the code says ${found.returns}, the contract ${expected.returns}`]
  const value = expectsValue(expected.returns)
  if (value === true && found.returning === 'nothing')
    return [`returns: ${name}: the contract says ${expected.returns}, and the code returns nothing`]
  if (value === false && found.returning === 'value' && found.returns === undefined)
    return [`returns: ${name}: the contract says ${expected.returns}, and the code returns a value`]
  return []
}
