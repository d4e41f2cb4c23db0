// Finds every way in which a file loads or references another.
import { type Node, type Program, bare, memberName, textOf, walk } from './syntax.ts';

/** `dynamic` means loaded on demand: `import()`, or a file referenced by `new URL(…, import.meta.url)`. */
export type Kind = 'value' | 'type' | 'dynamic';
export interface Import {
  readonly from: string;
  readonly kind: Kind;
}
interface Imports {
  readonly found: readonly Import[];
  /** Source text of loads whose target is only known at run time. */
  readonly unread: readonly string[];
}

/** `require`, or a function made by `createRequire`. */
function isRequire(node: Node): boolean {
  const callee = bare(node);
  if (callee.type === 'Identifier') return callee.name === 'require';
  return (
    callee.type === 'CallExpression' &&
    callee.callee.type === 'Identifier' &&
    callee.callee.name === 'createRequire'
  );
}
const isImportMeta = (node: Node | undefined): boolean =>
  node?.type === 'MetaProperty' && node.meta.name === 'import';
const isImportMetaUrl = (node: Node | undefined): boolean =>
  node?.type === 'MemberExpression' && memberName(node) === 'url' && isImportMeta(node.object);

/** The argument of `require(x)`, `require.resolve(x)` or `import.meta.resolve(x)`. */
function asked(node: Node): { readonly what: Node | undefined; readonly kind: Kind } | null {
  if (node.type === 'ImportExpression') return { what: node.source, kind: 'dynamic' };
  if (node.type !== 'CallExpression') return null;
  const callee = bare(node.callee);
  if (isRequire(callee)) return { what: node.arguments[0], kind: 'value' };
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'resolve') return null;
  return isRequire(callee.object) || isImportMeta(callee.object)
    ? { what: node.arguments[0], kind: 'dynamic' }
    : null;
}

/** `createRequire(…)` under another name would go unnoticed by these checks. */
const hidesRequire = (node: Node): boolean =>
  node.type === 'VariableDeclarator' &&
  node.init !== null &&
  bare(node.init).type === 'CallExpression' &&
  isRequire(node.init) &&
  !(node.id.type === 'Identifier' && node.id.name === 'require');

/** The static part of a path: all of it, or the folder that a template literal begins with. */
const pathOf = (node: Node | undefined): string | null =>
  textOf(node) ??
  (node?.type === 'TemplateLiteral' ? (/^.*\//.exec(node.quasis[0]?.value.cooked ?? '')?.[0] ?? null) : null);
const isRelative = (path: string): boolean => !/^(\.|\/|[a-z]+:)/.test(path);

/** `new URL(path, import.meta.url)`: a file relative to this one, or a web URL. */
function fileNamed(node: Node): { readonly path: string | null } | null {
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'URL')
    return null;
  const [name, base] = node.arguments;
  if (!isImportMetaUrl(base)) return null;
  const path = pathOf(name);
  return { path: path !== null && isRelative(path) ? `./${path}` : path };
}

const kindOf = (kind: 'type' | 'value' | undefined): Kind => (kind === 'type' ? 'type' : 'value');

/**
 * Type-only imports disappear at run time, but `import { type A }` doesn't: the file is still loaded without
 * its names.
 */
function declared(node: Node): Import | null {
  switch (node.type) {
    case 'ImportDeclaration':
      return { from: node.source.value, kind: kindOf(node.importKind) };
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return node.source && { from: node.source.value, kind: kindOf(node.exportKind) };
    case 'TSImportType':
      return { from: node.source.value, kind: 'type' };
    case 'TSImportEqualsDeclaration':
      return node.moduleReference.type === 'TSExternalModuleReference'
        ? { from: node.moduleReference.expression.value, kind: kindOf(node.importKind) }
        : null;
    default:
      return null;
  }
}

/** Every file that a file loads or references. */
export function importsOf(program: Program, text: string): Imports {
  const found: Import[] = [];
  const unread: string[] = [];
  const written = (node: Node) => text.slice(node.start, node.end);
  const note = (from: string | null, kind: Kind, node: Node) =>
    from === null ? unread.push(written(node)) : found.push({ from, kind });
  walk(program, (node) => {
    const fixed = declared(node);
    if (fixed) found.push(fixed);
    const load = asked(node);
    if (load) note(textOf(load.what), load.kind, node);
    const file = fileNamed(node);
    if (file) note(file.path, 'dynamic', node);
    if (hidesRequire(node)) unread.push(written(node));
  });
  return { found, unread };
}
