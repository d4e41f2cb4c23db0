import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { cleanLine, isolated } from '#config/line-text.ts';

type Field = { readonly at: string; readonly schema: z.ZodType };

/** Every field of an input at any depth. */
function fieldsIn(schema: z.core.$ZodType, at = ''): Field[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return fieldsIn(def.innerType, at);
  if (def.type === 'union') return def.options.flatMap((option) => fieldsIn(option, at));
  if (def.type === 'pipe') return fieldsIn(def.in, at);
  if (def.type === 'array') return fieldsIn(def.element, `${at}[]`);
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) => fieldsIn(field, `${at}.${name}`));
  return def.type === 'string' ? [{ at, schema: schema as z.ZodType }] : [];
}

/** Names, titles, and what else is shown to others in one line. */
const isLine =
  /\.(\w*[nN]ame|\w*[tT]itle|subject|question|label|alt|holder|bank|line1|line2|city|state|carrier|tracking)$|\.(options|tags|categories)\[\]$/;
/** Not shown as it was sent: of another alphabet, looked up, or compared. */
const others: ReadonlySet<string> = new Set([
  '.username',
  '.fileName',
  '.filename',
  '.zoneName',
  '.filters.state',
]);

const fields = Object.entries(contract as Record<string, OpDef>).flatMap(([route, { body }]) =>
  body && !route.includes('/search')
    ? fieldsIn(body)
        .filter(({ at, schema }) => isLine.test(at) && !others.has(at) && schema.safeParse('draft').success)
        .map(({ at, schema }) => ({ name: `${route} ${at}`, schema }))
    : [],
);
const hostile = [
  'Anna \u202e05.21$',
  'Anna\u2066 x\u2067y\u2069',
  'Anna\nTotal: 0',
  'Anna\r\nBcc: x',
  'Anna\u2028Total',
  'Anna\u0000\u0007',
  `A${'\u0301\u0300\u0302'.repeat(20)}nna`,
  `ก${'\u0e34'.repeat(30)}`,
  'An\u200b\ufeff\u00adna',
];
const invisible = [
  '\u200b\u200b',
  '\u3164\u3164\u3164',
  '\u2800',
  '\u200d\u200c',
  '\u00ad',
  '\u202e \u2066',
  '\u0301',
  '\ufe0f',
];
const harmful =
  /\u034f|[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]|\p{M}{7}|(?:(?=\p{M})\p{Script=Inherited}){4}/u;

describe.each(fields)('$name', ({ schema }) => {
  test('is one line that turns nothing and stacks nothing', () => {
    for (const text of hostile) {
      const { success, data } = schema.safeParse(text);
      if (success) expect(data, JSON.stringify(text)).not.toMatch(harmful);
    }
    for (const text of invisible) {
      const { success, data } = schema.safeParse(text);
      if (success) expect(data, JSON.stringify(text)).toBe('');
    }
  });
});

test('the contract’s names and titles are found', () => {
  expect(fields.length).toBeGreaterThan(50);
});

test.each([
  'Zoë Ångström',
  'Nguyễn Thị Ánh',
  '佐々木 希',
  'แก้วใจ ปิ่นทอง',
  'မြွှေး',
  'བསྒྲིགས་',
  'क्षत्रिय श्री',
  'می‌خواهم',
  'ശ്രീ‍',
  'שָׁלוֹם',
  'مُحَمَّد',
  '👩‍👩‍👧‍👦 family',
  '👩🏽‍🚀 ❤️ 1️⃣',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 London',
  'O’Neill-Smith (2)',
])('%s stays as it is written', (name) => {
  expect(cleanLine(name)).toBe(name.normalize('NFC').replace(/\u200d$/, ''));
});

test('a name from the right is isolated in plain text, one that turns is not left to', () => {
  expect(isolated('Anna')).toBe('Anna');
  expect(isolated('אנה')).toBe('\u2068אנה\u2069');
  expect(isolated('Anna \u202e05.21$')).toBe('Anna 05.21$');
});
