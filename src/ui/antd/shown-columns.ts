import { useState } from 'react';
import type { Column } from '../layout/table.tsx';

/** Columns that the user has shown or hidden, by key. Columns without an entry use the table's default. */
type Choices = Readonly<Record<string, boolean>>;

const storageKey = (table: string) => `table:${table}:columns`;

function restore(table: string): Choices {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(storageKey(table)) ?? '{}');
    return Object.fromEntries(
      Object.entries(saved ?? {}).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    );
  } catch {
    // On the server, or if nothing valid is saved, use the defaults.
    return {};
  }
}

/** The title and menu columns can't be hidden. */
const isFixed = <Row>({ main, menu }: Column<Row>): boolean => Boolean(main || menu);

/**
 * The columns visible at `width` pixels (0: unknown, so all), and those the user can toggle. The choice is
 * saved on this device.
 */
export function useShownColumns<Row>(table: string, columns: readonly Column<Row>[], width: number) {
  const [choices, setChoices] = useState(() => restore(table));
  const isShown = (column: Column<Row>): boolean =>
    isFixed(column) || (choices[column.key] ?? (width === 0 || width >= (column.from ?? 0)));
  const toggle = (column: Column<Row>) => {
    const next = { ...choices, [column.key]: !isShown(column) };
    setChoices(next);
    try {
      localStorage.setItem(storageKey(table), JSON.stringify(next));
    } catch {
      // Storage is full or blocked, so the choice lasts only until the page is left.
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
