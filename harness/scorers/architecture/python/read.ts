import type { SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import { pythonBodies } from '../bodies.ts'
import type { Module } from '../module.ts'
import { bindingsOf, isStartable } from './bindings.ts'
import { importsOf } from './imports.ts'
import { mentionsOf } from './mentions.ts'
import { shapesOf } from './shapes.ts'

export function readPython(path: string, tree: SyntaxTree): Module {
  const imports = importsOf(tree)
  return {
    ...{ path, language: 'python', imports, ...bindingsOf(tree), ...shapesOf(tree) },
    stars: imports.flatMap(({ star, specifier }) => (star ? [specifier] : [])),
    mentions: mentionsOf(tree),
    startable: isStartable(tree),
    esm: false,
    bodies: pythonBodies(tree),
  }
}
