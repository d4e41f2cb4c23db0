// What the checks read of a file: its syntax tree, and small questions about nodes of it.
import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';

export type { Node, Program };

/** @throws Error for a text that doesn't parse: what can't be read can't be checked. */
export function parse(file: string, text: string): Program {
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  if (errors[0]) throw new Error(`${file} can’t be read: ${errors[0].message}`);
  return program;
}

/** `above`: the nodes around it, the nearest last; the same array every time. */
export type Visit = (node: Node, above: readonly Node[]) => void;

/** Every node of a tree, parents first. */
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

/** The expression itself, without what only TypeScript reads (`as`, `!`, `satisfies`) and without `?.`. */
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

/**
 * The text of a string or of a template without substitutions; null for anything that is known only when it
 * runs.
 */
export function textOf(node: Node | undefined): string | null {
  const found = node && bare(node);
  if (found?.type === 'Literal') return typeof found.value === 'string' ? found.value : null;
  if (found?.type === 'TemplateLiteral' && found.expressions.length === 0)
    return found.quasis[0]?.value.cooked ?? null;
  return null;
}

/** `insert` of `db.insert` and of `db['insert']`; null for a member that is known only when it runs. */
export function memberName(node: Node): string | null {
  if (node.type !== 'MemberExpression') return null;
  if (node.computed) return textOf(node.property);
  return node.property.type === 'PrivateIdentifier' ? `#${node.property.name}` : node.property.name;
}

/** `db` of `db`, `tx.db` and `this.#db`: the last name of a path. */
export function lastName(node: Node): string | null {
  const found = bare(node);
  if (found.type === 'Identifier') return found.name;
  return memberName(found)?.replace(/^#/, '') ?? null;
}

/** The name of a property, where it is written out. */
const keyName = (property: Node): string[] =>
  property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [];

/**
 * Names that a pattern takes out of an object: `{ transport, hub: { emit } }` takes `transport` and `hub`.
 */
export const namesTaken = (node: Node): string[] =>
  node.type === 'ObjectPattern' ? node.properties.flatMap(keyName) : [];

/** Names that an object is written with. */
export const namesGiven = (node: Node): string[] =>
  node.type === 'ObjectExpression' ? node.properties.flatMap(keyName) : [];
