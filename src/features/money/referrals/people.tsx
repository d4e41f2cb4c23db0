import { useState } from 'react';
import type { ReferralRow, ReferralState } from '#contract/money/referrals.ts';
import { dayTextIn } from '#components/base/ranges/own-time.tsx';
import { useOwnZone } from '#components/base/ranges/own-zone.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { listReferrals } from '#services/money/referrals.ts';
import { useList } from '#state/query/hooks.ts';
import { Chip, ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { type Unit, Share, stateLabels, states } from './referral-labels.tsx';
import styles from './referrals.module.css';

const tones = { active: 'success', ended: 'neutral', voided: 'danger' } as const;

const Who = ({ row }: { row: ReferralRow }) => (
  <span>
    <bdi>{row.name}</bdi>
    {row.username ? <span className={styles.muted}> @{row.username}</span> : null}
    {row.isPerformer ? <span className={styles.muted}> · creator</span> : null}
  </span>
);
const State = ({ row: { state, reason, endsAt }, zone }: { row: ReferralRow; zone: string }) => (
  <Stack gap={4}>
    <span>
      <Chip tone={tones[state]}>{stateLabels[state]}</Chip>
    </span>
    <span className={styles.muted}>
      {reason ?? `${state === 'ended' ? 'Ended' : 'Until'} ${dayTextIn(zone, endsAt)}`}
    </span>
  </Stack>
);

interface Shown {
  readonly unit: Unit;
  readonly zone: string;
  readonly open: (id: string) => void;
}

const columnsFor = ({ unit, zone, open }: Shown): readonly Column<ReferralRow>[] => [
  { key: 'who', title: 'Person', main: true, cell: (row) => <Who row={row} /> },
  { key: 'state', title: 'Status', cell: (row) => <State row={row} zone={zone} /> },
  { key: 'joined', title: 'Joined', whole: true, cell: ({ joinedAt }) => dayTextIn(zone, joinedAt) },
  {
    key: 'brought',
    title: 'You earned',
    end: true,
    cell: ({ amount, tokens }) => <Share unit={unit} amount={amount} tokens={tokens} />,
  },
  {
    key: 'rows',
    title: 'Details',
    end: true,
    cell: (row) => (
      <ChipButton pressed={false} aria-label={`Show earnings from ${row.name}`} onClick={() => open(row._id)}>
        Show
      </ChipButton>
    ),
  },
];

/** The people who joined with the user's code. */
export function People({ unit, onOpen }: { unit: Unit; onOpen: (id: string) => void }) {
  const zone = useOwnZone();
  const [q, setQ] = useState('');
  const [state, setState] = useState<ReferralState | undefined>(undefined);
  const query = useList(listReferrals, { query: { ...(q && { q }), ...(state && { state }) } });
  const nothing =
    q || state ? (
      <EmptyState compact level={3} title="No results" text="Try another first name or status." />
    ) : (
      <EmptyState
        compact
        level={3}
        title="No referrals yet"
        text="People who join with your link appear here."
      />
    );
  return (
    <Stack gap={12}>
      <SearchBox value={q} onChange={setQ} label="Search by first name" placeholder="First name" />
      <ChipRow label="Status">
        {states.map((each) => (
          <ChipButton key={each.label} pressed={state === each.state} onClick={() => setState(each.state)}>
            {each.label}
          </ChipButton>
        ))}
      </ChipRow>
      <PagedTable
        caption="People you invited"
        columns={columnsFor({ unit, zone, open: onOpen })}
        query={query}
        empty={nothing}
      />
    </Stack>
  );
}
