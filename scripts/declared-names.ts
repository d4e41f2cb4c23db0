// The names that code declares, for the rules of tests/scripts/names.test.ts.
import { type Node, parse, walk } from './boundaries/syntax.ts';

export interface DeclaredName {
  readonly file: string;
  readonly name: string;
  readonly kind: 'function' | 'value' | 'type' | 'property';
}

const isFunction = (node: Node | null | undefined): boolean =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

const kinds: Readonly<Record<string, DeclaredName['kind']>> = {
  ClassDeclaration: 'type',
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
  TSPropertySignature: 'property',
  TSMethodSignature: 'property',
  MethodDefinition: 'property',
  PropertyDefinition: 'property',
  FunctionDeclaration: 'function',
};

/** What a node declares; undefined if it declares nothing. */
const kindOf = (node: Node): DeclaredName['kind'] | undefined =>
  node.type === 'VariableDeclarator' ? (isFunction(node.init) ? 'function' : 'value') : kinds[node.type];

/** Functions, variables, types and properties that a file declares, locals too. */
export function declaredNames(file: string, source: string): DeclaredName[] {
  const found: DeclaredName[] = [];
  walk(parse(file, source), (node) => {
    const kind = kindOf(node);
    const named = 'id' in node ? node.id : 'key' in node ? node.key : null;
    if (kind && named?.type === 'Identifier') found.push({ file, kind, name: named.name });
  });
  return found;
}
