export const periods = [
  { key: '7', label: '7 days' },
  { key: '30', label: '30 days' },
  { key: '365', label: 'A year' },
  { key: 'all', label: 'Everything' },
] as const;
export type Period = (typeof periods)[number]['key'];

/** The period that a part of an address names; 30 days where it names none. */
export const periodOf = (text: unknown): Period => periods.find(({ key }) => key === text)?.key ?? '30';

/** From when on, as the server takes it. Whole days of the reader, so that the figures hold still while one looks. */
export function rangeOf(period: Period, now: Date): { from?: string } {
  if (period === 'all') return {};
  return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(period)).toISOString() };
}
