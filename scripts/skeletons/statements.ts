import ts from 'typescript'
import { hasSignatures } from './functions.ts'

/** Whether a top-level statement does work when the file is loaded, rather than declare something. */
export function doesWork(statement: ts.Statement): boolean {
  if (ts.isExpressionStatement(statement)) return !isDirective(statement) && definedValue(statement) === undefined
  return !(
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isExportAssignment(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isVariableStatement(statement) ||
    ts.isEmptyStatement(statement)
  )
}

function isDirective({ expression }: ts.ExpressionStatement): boolean {
  return ts.isStringLiteral(expression) && expression.text.startsWith('use ')
}

/** The value of a definition by assignment: `exports.x = …`, `Shape.prototype.area = function …`. */
export function definedValue({ expression }: ts.ExpressionStatement): ts.Expression | undefined {
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken)
    return undefined
  const target = expression.left.getText()
  if (/^(module\.exports|exports)\b/.test(target)) return expression.right
  return /^[\w$.]+$/.test(target) && hasSignatures(expression.right) ? expression.right : undefined
}
