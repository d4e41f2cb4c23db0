import Link from 'next/link';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { WalletRow } from '#contract/payment';
import { PersonName } from '#parts/person';
import { PagedTable } from '#parts/paged-table';
import { type ChargeFilter, useListChargesInfiniteQuery } from '#state/api-payment';
import { Button } from '#ui/button';
import { ChipButton, ChipRow } from '#ui/chip';
import { Tokens } from '#ui/money';
import { RelativeTime } from '#ui/relative-time';
import { Stack } from '#ui/stack';
import { EmptyState } from '#ui/states';
import type { Column } from '#ui/table';

const filters = [
  { kind: undefined, label: 'Everything' },
  { kind: 'top_up', label: 'Top-ups' },
  { kind: 'feed', label: 'Posts' },
  { kind: 'tip', label: 'Tips' },
  { kind: 'refund', label: 'Refunds' },
] as const satisfies readonly { kind: ChargeFilter['kind']; label: string }[];

const What = ({ row }: { row: WalletRow }) =>
  row.kind === 'feed' && row.itemId ? <Link href={routes.feed(row.itemId)}>{row.description}</Link> : <>{row.description}</>;

const columns: readonly Column<WalletRow>[] = [
  { key: 'what', title: 'What', main: true, cell: (row) => <What row={row} /> },
  { key: 'who', title: 'Who', cell: ({ performer }) => (performer ? <PersonName person={performer} /> : '–') },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  { key: 'tokens', title: 'Tokens', end: true, cell: ({ tokens }) => <>{tokens > 0 ? '+' : ''}<Tokens tokens={tokens} /></> },
  { key: 'after', title: 'Balance after', end: true, cell: ({ balanceAfter }) => <Tokens tokens={balanceAfter} /> },
];

/** Every token that came or went. */
export function ChargesTable({ onTopUp }: { onTopUp: () => void }) {
  const [kind, setKind] = useState<ChargeFilter['kind']>(undefined);
  const query = useListChargesInfiniteQuery(kind ? { kind } : {});
  const empty = kind ? (
    <EmptyState compact level={3} title="Nothing of this kind yet" />
  ) : (
    <EmptyState compact level={3} title="No tokens have come or gone yet" text="Top up, and what you spend stands here." action={<Button variant="soft" onClick={onTopUp}>Top up</Button>} />
  );
  return (
    <Stack gap={12}>
      <ChipRow label="Kind">
        {filters.map((filter) => <ChipButton key={filter.label} pressed={kind === filter.kind} onClick={() => setKind(filter.kind)}>{filter.label}</ChipButton>)}
      </ChipRow>
      <PagedTable caption="Tokens" columns={columns} query={query} empty={empty} />
    </Stack>
  );
}
