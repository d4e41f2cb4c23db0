/** A measured value and its budget. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** Empty if there is no budget. */
  readonly budget: string;
  readonly met: boolean | null;
}
export interface Section {
  readonly title: string;
  /** One sentence on how it was measured. */
  readonly how: string;
  readonly rows: readonly Row[];
}

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);

/** A value with a maximum. */
export const atMost = (
  what: string,
  value: number,
  { most, unit = '' }: { most?: number; unit?: string },
): Row => ({
  what,
  measured: Number.isNaN(value) ? 'not measured here' : `${digits(value)}${unit}`,
  budget: most === undefined ? '' : `≤ ${most}${unit}`,
  met: most === undefined || Number.isNaN(value) ? null : value <= most,
});
/** A value with a minimum. */
export const atLeast = (
  what: string,
  value: number,
  { least, unit = '' }: { least: number; unit?: string },
): Row => ({
  what,
  measured: Number.isNaN(value) ? 'not measured here' : `${digits(value)}${unit}`,
  budget: `≥ ${least}${unit}`,
  met: Number.isNaN(value) ? null : value >= least,
});

const verdict = ({ met }: Row) => (met === null ? '' : met ? 'yes' : '**no**');

export const markdown = ({ title, how, rows }: Section): string =>
  [
    `## ${title}`,
    '',
    how,
    '',
    '| What | Measured | Budget | Met |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.what} | ${row.measured} | ${row.budget} | ${verdict(row)} |`),
    '',
  ].join('\n');
