import type { Subscriber } from '#contract/trade/subscriptions.ts';
import type { CsvCell } from '#lib/csv.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import type { Api } from '#services/http/api.ts';
import { type SubscriberFilter, listSubscribers } from '#services/trade/subscribers.ts';
import { useApi } from '#state/hooks.ts';
import { offerText } from './subscriber-columns.tsx';

const heads = [
  'Fan',
  'Username',
  'Status',
  'Plan',
  'Price',
  'Since',
  'Period ends',
  'Renews',
  'Earned',
  'Offer',
  'Note',
];
const toCsvRow = (row: Subscriber): CsvCell[] => [
  row.user.name,
  row.user.username,
  row.state,
  row.type,
  row.price / 100,
  row.startedAt,
  row.periodEnd,
  row.renews,
  row.spend / 100,
  offerText(row),
  row.note,
];
const pageSize = 100;

async function everyRow(api: Api, filter: SubscriberFilter): Promise<CsvCell[][]> {
  const rows = new Map<string, Subscriber>();
  let page: readonly Subscriber[];
  let offset = 0;
  do {
    page = (await listSubscribers(api, { query: { ...filter, limit: pageSize, offset } })).data;
    for (const row of page) rows.set(row._id, row);
    offset += pageSize;
  } while (page.length === pageSize);
  return [...rows.values()].map(toCsvRow);
}

/** Exports all subscribers that match the filter. */
export function SubscriberCsv({ filter }: { filter: SubscriberFilter }) {
  const api = useApi();
  return <CsvButton filename="subscribers" heads={heads} rows={() => everyRow(api, filter)} />;
}
