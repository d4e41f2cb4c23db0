import type { ReactNode } from 'react';
import type { WalletRow, Opens } from '#contract/money/wallet.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { PersonName, profilePath } from '#components/people/accounts/person.tsx';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { takeTipBack } from '#components/money/wallet/tip-undo.ts';
import { everyRow } from '#services/http/every-page.ts';
import { type ChargeFilter, listCharges } from '#services/money/wallet.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Tokens, useRate } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useSecondsLeft } from '#ui/hooks/use-seconds-left.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { RefundNote } from './refunding.tsx';
import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';

const pages: Record<Exclude<Opens['kind'], 'performer'>, (id: string) => string> = {
  feed: routes.feed,
  video: routes.video,
  gallery: routes.gallery,
  product: routes.product,
  auction: routes.auction,
  order: routes.order,
  conversation: routes.conversation,
  stream: routes.stream,
  'private-stream': routes.privateStream,
  receipt: routes.receipt,
};

/** Path of the item that was paid for. */
const chargePath = ({ kind, _id }: Opens, performer: PerformerCard | null): string =>
  kind === 'performer' ? (performer ? profilePath(performer) : routes.profile(_id)) : pages[kind](_id);

/** The text of a row, linked to the item that was paid for. */
const ChargeLink = ({
  opens,
  performer,
  children,
}: {
  opens: Opens | null;
  performer: PerformerCard | null;
  children: ReactNode;
}) => (opens ? <Link href={chargePath(opens, performer)}>{children}</Link> : <>{children}</>);

/** Undoes a tip, for as long as that is possible. */
function Undo({ id, until, whose }: { id: string; until: string; whose: string }) {
  const store = useAppStore();
  const rate = useRate();
  const left = useSecondsLeft(Date.parse(until));
  // The clock goes on between the server's rendering and the browser's.
  const isHydrated = useHydrated();
  if (left === 0 || !isHydrated) return null;
  return (
    <div>
      <Button onClick={() => void takeTipBack(store, id, rate)}>
        Undo<VisuallyHidden> the {whose}</VisuallyHidden>
        <span aria-hidden="true"> {left} s</span>
      </Button>
    </div>
  );
}

const What = ({ row }: { row: WalletRow }) => (
  <>
    <ChargeLink opens={row.opens} performer={row.performer}>
      {row.description}
    </ChargeLink>
    <RefundNote {...row} />
    {row.undoUntil ? <Undo id={row._id} until={row.undoUntil} whose={row.description} /> : null}
  </>
);

const columns: readonly Column<WalletRow>[] = [
  { key: 'what', title: 'Description', main: true, cell: (row) => <What row={row} /> },
  {
    key: 'who',
    title: 'Creator',
    cell: ({ performer }) => (performer ? <PersonName person={performer} /> : '–'),
  },
  { key: 'when', title: 'Date', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  {
    key: 'tokens',
    title: 'Tokens',
    end: true,
    cell: ({ tokens }) => (
      <>
        {tokens > 0 ? '+' : ''}
        <Tokens tokens={tokens} />
      </>
    ),
  },
  {
    key: 'after',
    title: 'Balance after',
    end: true,
    cell: ({ balanceAfter }) => <Tokens tokens={balanceAfter} />,
  },
];

/** All token transactions that match the filter. */
export function ChargesTable({ filter, empty }: { filter: ChargeFilter; empty: ReactNode }) {
  const query = useList(listCharges, { query: filter });
  return <PagedTable caption="Tokens" columns={columns} query={query} empty={empty} />;
}

const heads = ['Date', 'Type', 'Description', 'Creator', 'Tokens', 'Balance after', 'Refunded', 'ID'];

/** Exports all matching rows. */
export function ChargesCsv({ filter }: { filter: ChargeFilter }) {
  const api = useApi();
  const rows = async () =>
    (await everyRow(api, listCharges, { query: filter })).map((row) => [
      row.createdAt,
      row.kind,
      row.description,
      row.performer?.name ?? null,
      row.tokens,
      row.balanceAfter,
      row.refundedAt,
      row._id,
    ]);
  return <CsvButton filename="tokens" heads={heads} rows={rows} />;
}
