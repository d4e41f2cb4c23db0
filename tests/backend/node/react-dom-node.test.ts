import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createElement as h } from 'react';
import { expect, test } from 'vitest';
import { preferNodeReact } from '#backend/node/pages/react-dom-node.ts';

type Build = {
  renderToReadableStream(
    element: unknown,
    options?: { nonce?: string },
  ): Promise<ReadableStream<Uint8Array> & { allReady: Promise<void> }>;
  renderToPipeableStream?: unknown;
};
const fromNext = createRequire(createRequire(import.meta.url).resolve('next/package.json'));

async function drawn({ renderToReadableStream }: Build): Promise<string> {
  const rows = Array.from({ length: 300 }, (_, n) =>
    h(
      'li',
      { key: n, className: 'row', 'data-n': n, style: { opacity: 0.5 } },
      `Zeile ${n} – “<b>”`,
      h('img', { src: `/p/${n}.webp?a=1&b=2`, alt: 'ß', loading: 'lazy' }),
    ),
  );
  const stream = await renderToReadableStream(
    h(
      'ul',
      { 'aria-label': 'ünï 🎉' },
      rows,
      h('script', { dangerouslySetInnerHTML: { __html: 'let a = "</p>";' }, nonce: 'n1' }),
    ),
    { nonce: 'n1' },
  );
  await stream.allReady;
  return new Response(stream).text();
}

test("Next requests React's edge build, gets the one for Node, and renders the same", async () => {
  const pages = fromNext.resolve('next/dist/server/ReactDOMServerPages');
  expect(readFileSync(pages, 'utf8')).toContain("require('react-dom/server.edge')");
  const edge = fromNext('react-dom/server.edge') as Build;
  expect(edge.renderToPipeableStream).toBeUndefined();
  preferNodeReact();
  const node = fromNext(pages) as Build;
  expect(node.renderToPipeableStream).toBeTypeOf('function');
  expect(await drawn(node)).toBe(await drawn(edge));
});
