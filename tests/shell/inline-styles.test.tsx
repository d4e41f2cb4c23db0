import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inlineStyles } from '#shell/pages/inline-styles.tsx';

let built: string;
beforeEach(() => {
  built = mkdtempSync(join(tmpdir(), 'limelight-styles-'));
  mkdirSync(join(built, 'static', 'chunks'), { recursive: true });
  writeFileSync(join(built, 'static', 'chunks', 'a.css'), '.a>.b{content:"“&”"}');
  writeFileSync(join(built, 'static', 'chunks', '[id].css'), '.c{top:0}');
  vi.stubEnv('NEXT_DIST_DIR', built);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(built, { recursive: true, force: true });
});
const link = (rel: string, href: string) => <link key={`${rel} ${href}`} rel={rel} href={href} />;

test('a page has its styles in it, in their order and unescaped, and loads none', () => {
  const styles = inlineStyles([
    link('preload', '/_next/static/chunks/a.css'),
    link('stylesheet', '/_next/static/chunks/a.css'),
    link('preload', '/_next/static/chunks/%5Bid%5D.css'),
    link('stylesheet', '/_next/static/chunks/%5Bid%5D.css'),
  ]);
  expect(renderToStaticMarkup(styles)).toBe('<style>.a>.b{content:"“&”"}\n.c{top:0}</style>');
});

test('a page without styles gets no element for them', () => expect(inlineStyles([])).toEqual([]));
