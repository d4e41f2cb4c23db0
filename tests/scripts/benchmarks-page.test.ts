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

describe('the page of benchmarks written anew', () => {
  test('keeps what was written by hand to the letter, and nothing of what was measured before', () => {
    const page = rewritten(`# Benchmarks\n\nOld.\n\n## Calls\n\n9 ms\n\n${theirs}`, measured);
    expect(page.endsWith(`\n\n${theirs}`)).toBe(true);
    expect(page).not.toContain('Old.');
    expect(page).not.toContain('9 ms');
    expect(page).toContain('| A call | 2 ms |');
  });

  test('says which part is whose', () =>
    expect(rewritten(theirs, measured)).toMatch(
      /wrote this on 2026-01-02, version 1\.2\.3, down to “Written by hand”/,
    ));

  test('stays the same when written twice', () => {
    const once = rewritten(theirs, measured);
    expect(rewritten(once, measured)).toBe(once);
  });

  test('a page without the heading is not overwritten; a mention of it is no heading', () => {
    expect(() => rewritten('# Benchmarks\n\nEverything by hand.\n', measured)).toThrow(/Written by hand/);
    expect(() => rewritten(`See “${byHand}”.\n`, measured)).toThrow(/Written by hand/);
  });

  test('ours has the heading', () =>
    expect(() =>
      rewritten(readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8'), measured),
    ).not.toThrow());
});
