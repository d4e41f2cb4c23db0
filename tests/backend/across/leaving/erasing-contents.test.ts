import { expect, test } from 'vitest';
import { elsewhere, erasedColumns, kept, personalColumns } from './erased-columns.ts';

test('every column that can name a person or hold their words is erased, or named with the reason why it stays', () => {
  expect(personalColumns.length).toBeGreaterThan(300);
  const named = [...Object.keys(kept), ...Object.keys(elsewhere)];
  const known = new Set([...erasedColumns, ...named]);
  expect(personalColumns.filter((column) => !known.has(column))).toEqual([]);
  // Nothing is named that isn't there, or twice.
  expect(named.filter((column) => !personalColumns.includes(column))).toEqual([]);
  expect(named.filter((column) => erasedColumns.has(column))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
