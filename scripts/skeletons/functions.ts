import ts from "typescript";

/** A function in the widest sense whose body can be taken away. */
export type FunctionWithBody = (
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.AccessorDeclaration
  | ts.ClassStaticBlockDeclaration
) & { readonly body: ts.ConciseBody };

export function isFunctionWithBody(node: ts.Node): node is FunctionWithBody {
  if (ts.isClassStaticBlockDeclaration(node)) return true;
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

/** Whether functions or classes stand in an expression, which then has signatures that must stay. */
export function hasSignatures(node: ts.Node): boolean {
  if (isFunctionWithBody(node) || ts.isClassLike(node)) return true;
  return (
    ts.forEachChild(node, (child) => hasSignatures(child) || undefined) ?? false
  );
}

/** The name by which a reader knows a function or a value, which may be that of what it is assigned to. */
export function nameOf(node: ts.Node): string | undefined {
  const own =
    isFunctionWithBody(node) || ts.isClassLike(node)
      ? ts.getNameOfDeclaration(node)
      : undefined;
  const name = own ?? nameFromParent(node.parent);
  return (
    name &&
    (ts.isIdentifier(name) || ts.isStringLiteral(name)
      ? name.text
      : name.getText())
  );
}

function nameFromParent(parent: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(parent)) return memberName(parent.left);
  if (
    !ts.isVariableDeclaration(parent) &&
    !ts.isPropertyAssignment(parent) &&
    !ts.isPropertyDeclaration(parent)
  )
    return;
  return ts.isIdentifier(parent.name) || ts.isStringLiteral(parent.name)
    ? parent.name
    : undefined;
}

function memberName(target: ts.Expression): ts.Node | undefined {
  if (ts.isPropertyAccessExpression(target)) return target.name;
  return ts.isIdentifier(target) ? target : undefined;
}

/** The names that a function gives to what it is called with; those inside of a pattern one by one. */
export function parameterNames(node: FunctionWithBody): string[] {
  if (ts.isClassStaticBlockDeclaration(node)) return [];
  return node.parameters.flatMap((parameter) => boundNames(parameter.name));
}

/** The names that a declaration's name or pattern introduces. */
export function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : boundNames(element.name),
  );
}
