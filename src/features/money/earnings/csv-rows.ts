import { limits } from '#config/limits.ts';
import type { CsvCell } from '#lib/csv.ts';
import { localIso, utc } from '#lib/zone-days.ts';
import { type Earning, type EarningFilter, listEarnings } from '#services/money/earnings.ts';
import { useApi } from '#state/hooks.ts';
import { sourceLabels } from '#components/money/source-labels.ts';
import { describeEarning } from './labels.ts';

/** The columns of exported payments. Amounts are in the site's currency; times say how far they are from UTC. */
export const csvHeads = [
  'Date',
  'Description',
  'Source',
  'From',
  'Fan paid',
  'Commission',
  'You earned',
  'Available',
  'ID',
] as const;

const toCsvRow = (row: Earning, zone: string): CsvCell[] => [
  localIso(zone, row.createdAt),
  describeEarning(row),
  sourceLabels[row.source],
  row.user?.name ?? null,
  row.gross / 100,
  row.commission / 100,
  row.net / 100,
  row.availableAt ? localIso(zone, row.availableAt) : 'On hold until the problem is closed',
  row._id,
];

/** Fetches the rows that match a filter page by page, the newest first; `most` cuts the oldest. Times are in `zone`. */
export function useRowsForCsv(filter: EarningFilter, { most = Infinity, zone = utc } = {}) {
  const api = useApi();
  return async (): Promise<CsvCell[][]> => {
    const rows: Earning[] = [];
    let cursor: string | undefined;
    do {
      const page = await listEarnings(api, {
        query: { ...filter, limit: limits.maxPageSize, ...(cursor && { cursor }) },
      });
      rows.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor && rows.length < most);
    return rows.map((row) => toCsvRow(row, zone));
  };
}
