import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { byHand, rewritten } from '../../bench/page.ts';

const measured = {
  day: '2026-01-02',
  version: '1.2.3',
  machine: 'a machine',
  sections: [
    { title: 'Calls', how: 'Somehow.', rows: [{ what: 'A call', measured: '2 ms', budget: '', met: null }] },
  ],
};
const theirs = `${byHand}\n\nLong runs, as people saw them.\n\n## Mutation testing\n\n97 %\n`;

describe('rewriting the page of benchmarks', () => {
  test('keeps the handwritten part unchanged, and nothing of earlier measurements', () => {
    const page = rewritten(`# Benchmarks\n\nOld.\n\n## Calls\n\n9 ms\n\n${theirs}`, measured);
    expect(page.endsWith(`\n\n${theirs}`)).toBe(true);
    expect(page).not.toContain('Old.');
    expect(page).not.toContain('9 ms');
    expect(page).toContain('| A call | 2 ms |');
  });

  test('says which part is generated', () =>
    expect(rewritten(theirs, measured)).toMatch(
      /wrote this on 2026-01-02, version 1\.2\.3, down to “Written by hand”/,
    ));

  test('stays the same when written twice', () => {
    const once = rewritten(theirs, measured);
    expect(rewritten(once, measured)).toBe(once);
  });

  test("a page without the heading isn't overwritten; a mention of it isn't a heading", () => {
    expect(() => rewritten('# Benchmarks\n\nEverything by hand.\n', measured)).toThrow(/Written by hand/);
    expect(() => rewritten(`See “${byHand}”.\n`, measured)).toThrow(/Written by hand/);
  });

  test('the real page has the heading', () =>
    expect(() =>
      rewritten(readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8'), measured),
    ).not.toThrow());
});
