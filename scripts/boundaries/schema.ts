// The tables of the database, and the names by which a file refers to them.
import { type Node, type Program, bare, memberName, textOf, walk } from './syntax.ts';
import { fileOf } from './places.ts';

/** Maps the name of a table in the database (`coupon_uses`) to its name in the code (`couponUses`). */
export type Schema = ReadonlyMap<string, string>;

export const isSchemaFile = (file: string): boolean => /^src\/backend\/db\/schema\/.+\.ts$/.test(file);

/** The tables that a schema file defines. */
export function tablesMade(program: Program): [inDatabase: string, inCode: string][] {
  const made: [string, string][] = [];
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return;
    const call = bare(node.init);
    if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier') return;
    const name = call.callee.name === 'pgTable' ? textOf(call.arguments[0]) : null;
    if (name !== null) made.push([name, node.id.name]);
  });
  return made;
}

/** Resolves an expression to the table it refers to, or null if that is unknown. */
export type TableOf = (node: Node | undefined) => string | null;

/** Collects the names under which a file imports tables. */
export function tableNames(file: string, program: Program): TableOf {
  const names = new Map<string, string>();
  const wholes = new Set<string>();
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !isSchemaFile(fileOf(file, node.source.value))) continue;
    for (const each of node.specifiers) {
      if (each.type === 'ImportNamespaceSpecifier') wholes.add(each.local.name);
      if (each.type === 'ImportSpecifier' && each.imported.type === 'Identifier')
        names.set(each.local.name, each.imported.name);
    }
  }
  return (given) => {
    const node = given && bare(given);
    if (node?.type === 'Identifier') return names.get(node.name) ?? null;
    if (node?.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null;
    return wholes.has(node.object.name) ? memberName(node) : null;
  };
}
