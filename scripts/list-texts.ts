// Prints every text that people can see, with file and line: `list-texts.ts [PART-OF-A-PATH …]`. For
// reviewing the product's texts, and for the test that keeps certain phrases out of them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { sourceFiles } from './boundaries.ts';

export interface Text {
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Attributes and properties whose values aren't shown. */
const forPrograms = new Set(
  (
    'className class id key name type role href src srcSet to as rel target method variant tone size sizes gap align ' +
    'justify autoComplete inputMode htmlFor style event code route path action d viewBox fill stroke points transform'
  ).split(' '),
);
/** Functions whose string arguments aren't shown. */
const technical = new Set(['sql', 'require', 'querySelector', 'querySelectorAll', 'matchMedia', 'closest']);

/** Stands for a substitution in a text. */
const gap = '…';

/** The text of a string or template literal, or null. */
function literal(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(gap);
}

/** JSX's whitespace rule: lines are trimmed and empty ones removed. */
const jsxText = (raw: string) =>
  raw
    .split('\n')
    .map((line, at, lines) =>
      line.replace(at === 0 ? /$^/ : /^\s+/, '').replace(at === lines.length - 1 ? /$^/ : /\s+$/, ''),
    )
    .filter(Boolean)
    .join(' ');

/** The text of an element as one sentence, with a gap for each expression. */
function wordsOf(element: Node): string | null {
  const children = element['children'] as Node[];
  if (!children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child['value']))))
    return null;
  const part = (child: Node): string => {
    if (child.type === 'JSXText') return jsxText(String(child['value']));
    if (child.type !== 'JSXExpressionContainer') return gap;
    return literal(child['expression'] as Node) ?? gap;
  };
  return children.map(part).join('').trim();
}

/** Looks like prose: starts with a capital, or has two words separated by a space. */
const isProse = (text: string) =>
  (/^[“‘…]?\p{Lu}\p{Ll}/u.test(text) || /\p{L}[,.:;’”]? [“(…]?\p{L}/u.test(text)) &&
  !/^(?:[A-Z][\w]*-)+[\w-]+$|^[a-z]+\/|^(?:[\w-]+: )?[\d.]+(?:px|rem|ms|s)\b|^(?:Bearer|Mozilla)\b|\bvar\(--|^\(/.test(
    text,
  );

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  return [node['name'], node['value']].find((name) => typeof name === 'string') ?? '';
};

/** Whether a node contains no visible text: imports, types, class names, queries. */
function isTechnical(node: Node): boolean {
  if (/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return true;
  if (node.type === 'ExportNamedDeclaration') return node['source'] !== null;
  if (node.type === 'JSXAttribute') return forPrograms.has(nameOf(node['name']));
  if (node.type === 'Property')
    return forPrograms.has(nameOf(node['key'])) && literal(node['value'] as Node) !== null;
  if (node.type === 'CallExpression') return technical.has(nameOf(node['callee']));
  if (node.type === 'TaggedTemplateExpression') return technical.has(nameOf(node['tag']));
  return node.type === 'BinaryExpression' && node['operator'] !== '+';
}

/** Every text in a source file that people could see. */
export function textsOf(file: string, source: string): Text[] {
  const found: Text[] = [];
  const add = (node: Node, text: string | null) => {
    if (text !== null && isProse(text))
      found.push({ line: source.slice(0, node.start).split('\n').length, text });
  };
  const walk = (node: Node): void => {
    if (isTechnical(node)) return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') add(node, wordsOf(node));
    add(node, literal(node));
    for (const child of childrenOf(node)) walk(child);
  };
  walk(parseSync(file, source).program as unknown as Node);
  return found;
}

/** Every text in the sources, by file. */
export function allTexts(): { file: string; texts: Text[] }[] {
  const root = fileURLToPath(new URL('..', import.meta.url));
  return (
    sourceFiles()
      // Generated from the SQL files.
      .filter((file) => file !== 'src/backend/db/migrations.ts')
      .map((file) => ({ file, texts: textsOf(file, readFileSync(`${root}/${file}`, 'utf8')) }))
      .filter(({ texts }) => texts.length > 0)
  );
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  for (const { file, texts } of allTexts()) {
    if (wanted.length > 0 && !wanted.some((part) => file.includes(part))) continue;
    for (const { line, text } of texts) console.log(`${file}:${line}  ${text.replaceAll('\n', '⏎')}`);
  }
}
