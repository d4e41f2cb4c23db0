import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Replaces a module of the product: `vi.mock('#state/…')` or one by its path. Packages are fine. */
const ownMock = /vi\.(?:do)?[mM]ock\(\s*(?:import\(\s*)?['"`][#./]/g;
const mocksIn = (source: string): readonly string[] => source.match(ownMock) ?? [];

describe('tests', () => {
  it('replace no module of the product: what they need to change is passed in', () => {
    const files = globSync('{tests,e2e,bench}/**/*.{ts,tsx}');
    expect(files.length).toBeGreaterThan(500);
    const mocking = files.filter((file) => mocksIn(readFileSync(file, 'utf8')).length > 0);
    expect(mocking.filter((file) => !import.meta.filename.endsWith(file))).toEqual([]);
  });

  it.each([
    ["vi.mock('#services/talk/live/live-client.ts', () => ({}))", 1],
    ["vi.doMock('../setup/draw.tsx')", 1],
    ["vi.mock(import('#lib/format.ts'))", 1],
    ["vi.mock('uplot', () => ({}))", 0],
  ])('and the check sees it: %s', (source, count) => {
    expect(mocksIn(source)).toHaveLength(count);
  });
});
