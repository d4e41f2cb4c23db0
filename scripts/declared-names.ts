// The names that code declares, for the rules of tests/scripts/names.test.ts.
import { type Node, parse, walk } from './boundaries/syntax.ts';

export interface DeclaredName {
  readonly file: string;
  readonly name: string;
  readonly kind: 'function' | 'value' | 'type' | 'property';
}

const isFunction = (node: Node | null | undefined): boolean =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** Functions, variables, types and properties that a file declares. Parameters and locals count, too. */
export function declaredNames(file: string, source: string): DeclaredName[] {
  const found: DeclaredName[] = [];
  const add = (kind: DeclaredName['kind'], node: { type: string } | null | undefined) => {
    if (node?.type === 'Identifier')
      found.push({ file, kind, name: (node as unknown as { name: string }).name });
  };
  walk(parse(file, source), (node) => {
    if (node.type === 'FunctionDeclaration') add('function', node.id);
    if (node.type === 'VariableDeclarator') add(isFunction(node.init) ? 'function' : 'value', node.id);
    if (node.type === 'ClassDeclaration') add('type', node.id);
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
      add('type', node.id);
    if (node.type === 'TSPropertySignature' || node.type === 'TSMethodSignature') add('property', node.key);
    if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') add('property', node.key);
  });
  return found;
}
