import type { Column } from '../layout/table.tsx';

export const tickWidth = 48;
export const menuWidth = 56;
/** Columns shrink to this fraction of their natural width before the table scrolls sideways. */
const narrowest = 0.7;
const naturalWidth = <Row>({ main, menu, end, whole }: Column<Row>): number =>
  main ? 320 : menu ? menuWidth : end || whole ? 132 : 148;

/**
 * Column widths in a container of a given width in pixels. Needed for virtual rows, because those that aren't
 * rendered can't take part in sizing.
 */
export function widthsIn<Row>(columns: readonly Column<Row>[], place: number, hasTicks: boolean) {
  const fixed = (hasTicks ? tickWidth : 0) + (columns.some(({ menu }) => menu) ? menuWidth : 0);
  const natural = columns.reduce((sum, column) => sum + (column.menu ? 0 : naturalWidth(column)), 0);
  const share = place > 0 ? Math.min(1, Math.max(narrowest, (place - fixed) / natural)) : 1;
  return {
    getWidth: (column: Column<Row>): number =>
      column.menu ? menuWidth : Math.floor(naturalWidth(column) * share),
    least: fixed + Math.floor(natural * share),
  };
}
