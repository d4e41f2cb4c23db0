import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

type Props = Record<string, unknown>;
const lucide = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/cjs[\\/].*$/, 'esm/');
const load = async <Module>(path: string) => (await import(path)) as Module;
const { default: Lean } = await load<{ default: ComponentType<Props> }>('../../scripts/lean/icon.mjs');
const { default: Theirs } = await load<{ default: ComponentType<Props> }>(`${lucide}Icon.mjs`);

const drawings: readonly [string, Props][] = [
  ['as it comes', {}],
  ['sized', { size: 18 }],
  ['with another width', { size: 18, width: 40 }],
  ['in a colour, thin', { color: 'red', strokeWidth: 1.5 }],
  ['filled, with a class', { fill: 'currentColor', className: 'mine' }],
  ['hidden by its caller', { 'aria-hidden': true }],
  ['named', { role: 'img', 'aria-label': 'A heart' }],
  ['with words of its own', { children: createElement('title', null, 'A heart') }],
];

test.each(drawings)("an icon %s equals lucide's", async (_, props) => {
  for (const name of ['heart', 'ellipsis', 'circle-dollar-sign', 'mail']) {
    const { __iconData: icon } = await load<{ __iconData: object }>(`${lucide}icons/${name}.mjs`);
    expect(renderToStaticMarkup(createElement(Lean, { icon, ...props }))).toBe(
      renderToStaticMarkup(createElement(Theirs, { icon, ...props })),
    );
  }
});

test("the replaced file is the one that lucide's icons use", () => {
  expect(readFileSync(`${lucide}createLucideIcon.mjs`, 'utf8')).toMatch(/import Icon from '\.\/Icon\.mjs'/);
});
