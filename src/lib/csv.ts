export type CsvCell = string | number | boolean | null;

/** Spreadsheets treat a text that starts like this as a formula. Numbers are safe. */
const startsFormula = /^[=+\-@\t\r]/;

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const harmless = startsFormula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Formats a table as CSV (RFC 4180). User text can't run as a formula when it is opened. */
export const csvOf = (heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [heads, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';
