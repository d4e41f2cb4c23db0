import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { contract } from '#contract/core/registry.ts';

const routes = Object.keys(contract);

it('tests of the front end name only calls that exist, because an answer to any other is never asked for', async () => {
  const wrong: string[] = [];
  for await (const path of glob('tests/{state,ui,components,features,shell}/**/*.{ts,tsx}')) {
    const text = await readFile(path, 'utf8');
    for (const [, named = ''] of text.matchAll(/['`"]((?:GET|POST|PUT|DELETE) \/[\w:/-]*)['`"]/g))
      // Some name the beginning of several.
      if (!routes.some((route) => route.startsWith(named))) wrong.push(`${path}: ${named}`);
  }
  expect(wrong).toEqual([]);
});
