/** What was measured and what was wanted of it. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** Empty where there is no budget. */
  readonly budget: string;
  readonly met: boolean | null;
}
export interface Section {
  readonly title: string;
  /** How it was measured, one sentence. */
  readonly how: string;
  readonly rows: readonly Row[];
}

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);

/** A figure that should be at most `most`. */
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
/** A figure that should be at least `least`. */
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
