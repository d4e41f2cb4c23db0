import { expect, it } from 'vitest';
import type { Column } from '#ui/layout/table.tsx';
import { widthsIn } from '#ui/antd/column-widths.ts';

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  title: key,
  cell: () => null,
  ...more,
});
const columns = [
  column('post', { main: true }),
  column('status'),
  column('price', { end: true }),
  column('engagement'),
  column('earned', { end: true }),
  column('date', { whole: true }),
  column('menu', { menu: true }),
];
const sumIn = (place: number, hasTicks: boolean) => {
  const { getWidth } = widthsIn(columns, place, hasTicks);
  return columns.reduce((sum, each) => sum + getWidth(each), hasTicks ? 48 : 0);
};

it.each([800, 960, 1068, 1600])('columns fit a width of %i px, including the menu', (place) => {
  for (const hasTicks of [true, false]) {
    expect(sumIn(place, hasTicks)).toBeLessThanOrEqual(
      Math.max(place, widthsIn(columns, place, hasTicks).least),
    );
    expect(widthsIn(columns, place, hasTicks).least).toBeLessThanOrEqual(Math.max(place, 813));
  }
});

it('shrink only so far: in a narrower space the table scrolls', () => {
  expect(widthsIn(columns, 400, true).least).toBe(widthsIn(columns, 700, true).least);
  expect(widthsIn(columns, 400, true).least).toBeGreaterThan(400);
});

it('have their own widths if the available width is unknown', () => {
  expect(sumIn(0, true)).toBe(320 + 3 * 132 + 2 * 148 + 56 + 48);
});
