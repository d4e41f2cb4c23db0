import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

// After a letter it is a media type: `image/*`.
const withoutComments = (text: string) => text.replaceAll(/(?<!\w)\/\*[\s\S]*?\*\//g, '');

/** The class names in a style sheet, including those inside `@media` and the like. */
function classesOf(css: string): Set<string> {
  const selectors = [...withoutComments(css).matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector);
  return new Set(
    selectors
      .filter((selector) => !selector.trim().startsWith('@'))
      .flatMap((selector) => [
        ...selector.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.(-?[a-z_][\w-]*)/gi),
      ])
      .map(([, name = '']) => name),
  );
}

interface Use {
  /** The path of the style sheet as imported. */
  readonly from: string;
  /** From `styles.name` and `styles['name']`. */
  readonly named: ReadonlySet<string>;
  /** Whether a computed key (`styles[tone]`, `` styles[`gap${gap}`] ``) may stand for a class. */
  readonly computes: (name: string) => boolean;
}

/**
 * The classes that a source file uses of each style sheet. A computed key may be any quoted word
 * (`tone="calm"`), or anything its template can produce.
 */
function usesIn(source: string, isQuoted: (word: string) => boolean): Use[] {
  const text = withoutComments(source);
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, local = '', from = '']) => {
    const keys = [...text.matchAll(new RegExp(`\\b${local}\\[([^\\]]+)\\]`, 'g'))].map(([, key = '']) => key);
    const quoted = keys.filter((key) => /^'.*'$/.test(key)).map((key) => key.slice(1, -1));
    const patterns = keys
      .filter((key) => key.startsWith('`'))
      .map((key) => new RegExp(`^${key.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`));
    const isFree = keys.some((key) => !/^['`]/.test(key));
    const points = [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
    return {
      from,
      named: new Set([...points, ...quoted]),
      computes: (name) => (isFree && isQuoted(name)) || patterns.some((pattern) => pattern.test(name)),
    };
  });
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => join('src', path));
const sources = files
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(path, 'utf8')] as const);
const quotedWords = new Set(
  sources.flatMap(([, source]) => [...source.matchAll(/(?<=(['"]))[\w-]+(?=\1)/g)].map(([word]) => word)),
);
const uses = sources.flatMap(([path, source]) =>
  usesIn(source, (word) => quotedWords.has(word)).map((use) => ({
    ...use,
    path,
    sheet: use.from.startsWith('#') ? join('src', use.from.slice(1)) : join(dirname(path), use.from),
  })),
);
const sheets = new Map(
  files
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => [path, classesOf(readFileSync(path, 'utf8'))]),
);

describe('stylesheets', () => {
  test('have every class that a component uses', () => {
    const missing = uses.flatMap(({ path, sheet, named }) =>
      [...named].filter((name) => !sheets.get(sheet)?.has(name)).map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('have no unused class', () => {
    const unused = [...sheets].flatMap(([sheet, classes]) => {
      const here = uses.filter((use) => use.sheet === sheet);
      return [...classes]
        .filter((name) => !here.some(({ named, computes }) => named.has(name) || computes(name)))
        .map((name) => `${sheet}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});

describe('the scanners of the two tests above', () => {
  test('find classes in selectors, not in values, comments or keyframes', () => {
    const css = `
      /* .old { } */
      .a:hover > .b-c, .d::before { transition: opacity 0.2s; background: url(x.png); }
      @media (min-width: 1.5em) { .e:not(.f) { margin: .5em; } }
      @keyframes g { 12.5% { opacity: 1; } }
      .h :global(.ant-i) { color: red; }`;
    expect([...classesOf(css)].sort()).toEqual(['a', 'b-c', 'd', 'e', 'f', 'h']);
  });

  test('find names by dot, quoted key and computed key', () => {
    const [use] = usesIn(
      `
      import styles from './a.module.css';
      cx(styles.a, styles['b-c'], styles[tone], styles[\`gap\${gap}\`]);`,
      (word) => word === 'calm',
    );
    expect([...(use?.named ?? [])].sort()).toEqual(['a', 'b-c']);
    expect(['calm', 'gap4', 'wide', 'gap'].filter((name) => use?.computes(name))).toEqual(['calm', 'gap4']);
  });
});
