export type CsvCell = string | number | boolean | null;

/** What turns the direction of the text after it, which would reach into the next cell. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Spreadsheets treat a text that starts like this as a formula. Numbers are safe. */
const startsFormula = /^[=+\-@\t\r]/;

function formatCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const plain = cell.replaceAll(directions, '');
  const harmless = startsFormula.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Formats a table as CSV (RFC 4180). User text can't run as a formula when it is opened. */
export const toCsv = (heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [heads, ...rows].map((row) => row.map(formatCell).join(',')).join('\r\n') + '\r\n';
