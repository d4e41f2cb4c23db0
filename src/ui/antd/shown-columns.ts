import { useState } from 'react';
import type { Column } from '../layout/table.tsx';

/**
 * What somebody chose for a table: columns by their key, shown or not. The others are as the table has them.
 */
type Choices = Readonly<Record<string, boolean>>;

const keyOf = (table: string) => `table:${table}:columns`;

function restore(table: string): Choices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    );
  } catch {
    // On the server, or nothing readable: as the table has them.
    return {};
  }
}

/** Without them a row would have no name and nothing to do. */
const isFixed = <Row>({ main, menu }: Column<Row>): boolean => Boolean(main || menu);

/**
 * Which columns of a table are shown in `width` pixels (0: as many as there are), and those there is a choice
 * of. Kept on this device.
 */
export function useShownColumns<Row>(table: string, columns: readonly Column<Row>[], width: number) {
  const [choices, setChoices] = useState(() => restore(table));
  const isShown = (column: Column<Row>): boolean =>
    isFixed(column) || (choices[column.key] ?? (width === 0 || width >= (column.from ?? 0)));
  const toggle = (column: Column<Row>) => {
    const next = { ...choices, [column.key]: !isShown(column) };
    setChoices(next);
    try {
      localStorage.setItem(keyOf(table), JSON.stringify(next));
    } catch {
      // A full or forbidden storage: it holds until the page is left.
    }
  };
  return {
    shown: columns.filter(isShown),
    options: columns
      .filter((column) => !isFixed(column))
      .map((column) => ({
        label: column.title,
        checked: isShown(column),
        onSelect: () => toggle(column),
      })),
  };
}
