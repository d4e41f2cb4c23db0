// Parsing, and helpers to inspect syntax nodes.
import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';

export type { Node, Program };

/**
 * Parses a source file.
 * @throws {Error} If it has a syntax error.
 */
export function parse(file: string, text: string): Program {
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  if (errors[0]) throw new Error(`${file} can’t be read: ${errors[0].message}`);
  return program;
}

/** `above` holds the enclosing nodes, innermost last. The array is reused between calls. */
export type Visit = (node: Node, above: readonly Node[]) => void;

/** Visits every node of a tree, parents first. */
export function walk(root: Node, visit: Visit): void {
  const above: Node[] = [];
  const enter = (node: Node): void => {
    visit(node, above);
    const fields = node as unknown as Readonly<Record<string, unknown>>;
    above.push(node);
    for (const key of visitorKeys[node.type] ?? []) {
      const child = fields[key];
      for (const each of [child].flat()) if (each) enter(each as Node);
    }
    above.pop();
  };
  enter(root);
}

/**
 * Unwraps what doesn't affect the value: TypeScript's `as`, `!` and `satisfies`, optional chaining, and
 * `await`.
 */
export function bare(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ChainExpression':
    case 'AwaitExpression':
      return bare(node.type === 'AwaitExpression' ? node.argument : node.expression);
    default:
      return node;
  }
}

/** The value of a string or of a template without substitutions; null if it is only known at run time. */
export function textOf(node: Node | undefined): string | null {
  const found = node && bare(node);
  if (found?.type === 'Literal') return typeof found.value === 'string' ? found.value : null;
  if (found?.type === 'TemplateLiteral' && found.expressions.length === 0)
    return found.quasis[0]?.value.cooked ?? null;
  return null;
}

/** `insert` for `db.insert` and `db['insert']`; null if it is only known at run time. */
export function memberName(node: Node): string | null {
  if (node.type !== 'MemberExpression') return null;
  if (node.computed) return textOf(node.property);
  return node.property.type === 'PrivateIdentifier' ? `#${node.property.name}` : node.property.name;
}

/** `db` for `db`, `tx.db` and `this.#db`: the last name of a path. */
export function lastName(node: Node): string | null {
  const found = bare(node);
  if (found.type === 'Identifier') return found.name;
  return memberName(found)?.replace(/^#/, '') ?? null;
}

/** The name of a property, if it isn't computed. */
const keyName = (property: Node): string[] =>
  property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [];

/** Names that a pattern destructures: `{ transport, hub: { emit } }` gives `transport` and `hub`. */
export const namesTaken = (node: Node): string[] =>
  node.type === 'ObjectPattern' ? node.properties.flatMap(keyName) : [];

/** Property names of an object literal. */
export const namesGiven = (node: Node): string[] =>
  node.type === 'ObjectExpression' ? node.properties.flatMap(keyName) : [];
