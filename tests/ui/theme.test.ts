import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { antdTokens, palettes } from '#ui/theme/theme-tokens.ts';

const css = readFileSync('src/ui/theme/theme.css.css', 'utf8');
const block = (selector: string) =>
  css.slice(css.indexOf(`${selector} {`), css.indexOf('}', css.indexOf(`${selector} {`)));
const variables = (selector: string) =>
  Object.fromEntries(
    [...block(selector).matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
const themes = { light: variables("[data-theme='light']"), dark: variables("[data-theme='dark']") };

const luminance = (hex: string) => {
  const channels = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * channels[0]! + 0.7152 * channels[1]! + 0.0722 * channels[2]!;
};
const contrast = (one: string, other: string) => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

describe.each(['light', 'dark'] as const)('the %s theme', (name) => {
  const theme = themes[name] as Record<string, string>;
  const text: [string, string[]][] = [
    ['text', ['page', 'surface', 'raised', 'sunken']],
    ['muted', ['page', 'surface', 'raised', 'sunken']],
    ['primary', ['page', 'surface', 'raised', 'soft']],
    ['on-primary', ['primary', 'primary-hover']],
    ['on-danger', ['danger', 'danger-hover']],
    ['danger', ['page', 'surface', 'raised', 'danger-soft']],
    ['success', ['surface', 'success-soft']],
    ['warning', ['surface', 'warning-soft']],
  ];
  it.each(text.flatMap(([colour, grounds]) => grounds.map((ground) => [colour, ground])))(
    '%s on %s has enough contrast',
    (colour = '', ground = '') =>
      expect(contrast(theme[colour]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5),
  );
  it.each(['page', 'surface', 'raised'])('has a visible field border on %s', (ground) =>
    expect(contrast(theme['control']!, theme[ground]!)).toBeGreaterThanOrEqual(3),
  );
  it('equals the values given to antd', () => {
    expect(Object.fromEntries(Object.keys(palettes[name]).map((key) => [key, theme[key]]))).toEqual(
      palettes[name],
    );
    expect(antdTokens(name)).toMatchObject({
      colorPrimary: theme['primary'],
      colorBgContainer: theme['surface'],
      controlHeight: 40,
    });
  });
});

it('both themes define the same colors', () => {
  const shared = new Set(['on-media', 'media-shade', 'stage']);
  expect(Object.keys(themes.dark).toSorted()).toEqual(
    Object.keys(themes.light)
      .filter((name) => !shared.has(name))
      .toSorted(),
  );
});
