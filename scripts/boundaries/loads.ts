// Dynamic imports must name what they use. If a module is loaded as a whole, nobody can tell which of its
// exports are unused. Components that load later are made in one place, which tries again without a connection.
import { type Node, type Program, lastName, memberName, textOf, walk } from './syntax.ts';
import type { Finding } from './places.ts';

/** `const { a } = await import(…)`, with names in the pattern or accessed on the variable. */
const isTakenApart = (awaiting: Node | undefined, around: Node | undefined): boolean =>
  awaiting?.type === 'AwaitExpression' && around?.type === 'VariableDeclarator';

/** `import(…).then(({ a }) => …)` or `.then((module) => module.a)`. */
function isThen(member: Node | undefined, call: Node | undefined): boolean {
  if (member?.type !== 'MemberExpression' || memberName(member) !== 'then') return false;
  const then = call?.type === 'CallExpression' ? call.arguments[0] : undefined;
  return then?.type === 'ArrowFunctionExpression' && then.params.length > 0;
}

/**
 * `const { a } = await untilLoaded(() => import(…))`. `knip.config.ts` rewrites it for knip without the
 * wrapper.
 */
function isWaitedFor(
  arrow: Node | undefined,
  [call, awaiting, around]: readonly (Node | undefined)[],
): boolean {
  if (arrow?.type !== 'ArrowFunctionExpression' || call?.type !== 'CallExpression') return false;
  return (
    lastName(call.callee) === 'untilLoaded' &&
    awaiting?.type === 'AwaitExpression' &&
    around?.type === 'VariableDeclarator' &&
    around.id.type === 'ObjectPattern'
  );
}

/** `const [{ a }, { b }] = await Promise.all([import(…), import(…)])`. */
const isOneOfAll = (
  list: Node | undefined,
  [call, awaiting, around]: readonly (Node | undefined)[],
): boolean =>
  list?.type === 'ArrayExpression' &&
  call?.type === 'CallExpression' &&
  lastName(call.callee) === 'all' &&
  awaiting?.type === 'AwaitExpression' &&
  around?.type === 'VariableDeclarator' &&
  around.id.type === 'ArrayPattern';

function saysWhat(above: readonly Node[]): boolean {
  const [first, second, ...rest] = above.slice(-4).reverse();
  return (
    (first?.type === 'AwaitExpression' && second?.type === 'MemberExpression' && second.object === first) ||
    isTakenApart(first, second) ||
    isThen(first, second) ||
    isWaitedFor(first, [second, ...rest]) ||
    isOneOfAll(first, [second, ...rest])
  );
}

const lazyFile = 'src/ui/layout/lazy-part.ts';

/** `import { lazy } from 'react'`, whose component fails for good when its code doesn't arrive once. */
const takesLazy = (node: Node): boolean =>
  node.type === 'ImportDeclaration' && node.source.value === 'react' && importsName(node.specifiers, 'lazy');
const importsName = (specifiers: readonly Node[], name: string): boolean =>
  specifiers.some(
    (each) =>
      each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' && each.imported.name === name,
  );

/** Our own modules that a file loads without naming what it uses, and components made late in another way. */
export function loadFindings(file: string, program: Program): Finding[] {
  const found: Finding[] =
    file !== lazyFile && program.body.some(takesLazy)
      ? [{ file, problem: 'React’s lazy doesn’t try again: use lazyPart of ui/layout/lazy-part.ts' }]
      : [];
  walk(program, (node, above) => {
    if (node.type !== 'ImportExpression') return;
    const from = textOf(node.source) ?? '';
    if (/^[.#]/.test(from) && !saysWhat(above))
      found.push({ file, problem: `${from} is loaded whole: say which of its names are taken` });
  });
  return found;
}
