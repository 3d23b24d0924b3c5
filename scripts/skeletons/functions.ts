import ts from 'typescript'

/** A function, method, accessor or constructor whose body can be removed. */
export type FunctionWithBody = (
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.AccessorDeclaration
  | ts.ClassStaticBlockDeclaration
) & { readonly body: ts.ConciseBody }

export function isFunctionWithBody(node: ts.Node): node is FunctionWithBody {
  if (ts.isClassStaticBlockDeclaration(node)) return true
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

/** Whether an expression contains functions or classes, whose signatures must stay. */
export function hasSignatures(node: ts.Node): boolean {
  if (isFunctionWithBody(node) || ts.isClassLike(node)) return true
  return ts.forEachChild(node, (child) => hasSignatures(child) || undefined) ?? false
}

/** The name of a function or value, which may be the name of the variable that it is assigned to. */
export function nameOf(node: ts.Node): string | undefined {
  const own = isFunctionWithBody(node) || ts.isClassLike(node) ? ts.getNameOfDeclaration(node) : undefined
  const name = own ?? nameFromParent(node.parent)
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText())
}

function nameFromParent(parent: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(parent)) return memberName(parent.left)
  if (!ts.isVariableDeclaration(parent) && !ts.isPropertyAssignment(parent) && !ts.isPropertyDeclaration(parent)) return
  return ts.isIdentifier(parent.name) || ts.isStringLiteral(parent.name) ? parent.name : undefined
}

function memberName(target: ts.Expression): ts.Node | undefined {
  if (ts.isPropertyAccessExpression(target)) return target.name
  return ts.isIdentifier(target) ? target : undefined
}

/** The names of a function's parameters, including the names in patterns. */
export function parameterNames(node: FunctionWithBody): string[] {
  if (ts.isClassStaticBlockDeclaration(node)) return []
  return node.parameters.flatMap((parameter) => boundNames(parameter.name))
}

/** The names that a declaration's name or pattern binds. */
export function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)))
}
