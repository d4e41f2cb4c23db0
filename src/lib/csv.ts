export type CsvCell = string | number | boolean | null;

/** A spreadsheet takes a text that begins like this for a formula; numbers are meant as they stand. */
const startsFormula = /^[=+\-@\t\r]/;

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const harmless = startsFormula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A table as RFC 4180 has it. What people wrote can't run as a formula where it is opened. */
export const csvOf = (heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [heads, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';
