import { useState } from 'react';
import type { ReferralRow, ReferralState } from '#contract/referrals.ts';
import { formatDay } from '#lib/format-time.ts';
import { PagedTable } from '#components/lists/paged-table.tsx';
import { SearchBox } from '#components/lists/search-box.tsx';
import { useListReferralsInfiniteQuery } from '#state/api/referrals.ts';
import { Chip, ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { type Unit, Share, stateWords, states } from './referral-labels.tsx';
import styles from './referrals.module.css';

const tones = { active: 'success', ended: 'neutral', voided: 'danger' } as const;

const Who = ({ row }: { row: ReferralRow }) => (
  <span>
    <bdi>{row.name}</bdi>
    {row.username ? <span className={styles.muted}> @{row.username}</span> : null}
    {row.isPerformer ? <span className={styles.muted}> · creator</span> : null}
  </span>
);
const State = ({ row: { state, reason, endsAt } }: { row: ReferralRow }) => (
  <Stack gap={4}>
    <span>
      <Chip tone={tones[state]}>{stateWords[state]}</Chip>
    </span>
    <span className={styles.muted}>
      {reason ?? `${state === 'ended' ? 'Ended' : 'Until'} ${formatDay(endsAt)}`}
    </span>
  </Stack>
);

const columnsFor = (unit: Unit, open: (id: string) => void): readonly Column<ReferralRow>[] => [
  { key: 'who', title: 'Who', main: true, cell: (row) => <Who row={row} /> },
  { key: 'state', title: 'State', cell: (row) => <State row={row} /> },
  { key: 'joined', title: 'Joined', whole: true, cell: ({ joinedAt }) => formatDay(joinedAt) },
  {
    key: 'brought',
    title: 'You got',
    end: true,
    cell: ({ amount, tokens }) => <Share unit={unit} amount={amount} tokens={tokens} />,
  },
  {
    key: 'rows',
    title: 'Rows',
    end: true,
    cell: (row) => (
      <ChipButton pressed={false} aria-label={`Show what ${row.name} brought`} onClick={() => open(row._id)}>
        Show
      </ChipButton>
    ),
  },
];

/** Who joined by the own code. */
export function People({ unit, onOpen }: { unit: Unit; onOpen: (id: string) => void }) {
  const [q, setQ] = useState('');
  const [state, setState] = useState<ReferralState | undefined>(undefined);
  const query = useListReferralsInfiniteQuery({ ...(q && { q }), ...(state && { state }) });
  const nothing =
    q || state ? (
      <EmptyState
        compact
        level={3}
        title="Nobody of this kind"
        text="Look for another first name, or choose another state."
      />
    ) : (
      <EmptyState
        compact
        level={3}
        title="Nobody has joined yet"
        text="Share your link: whoever joins by it appears here."
      />
    );
  return (
    <Stack gap={12}>
      <SearchBox value={q} onChange={setQ} label="Find by first name" placeholder="First name" />
      <ChipRow label="State">
        {states.map((each) => (
          <ChipButton key={each.label} pressed={state === each.state} onClick={() => setState(each.state)}>
            {each.label}
          </ChipButton>
        ))}
      </ChipRow>
      <PagedTable
        caption="People you invited"
        columns={columnsFor(unit, onOpen)}
        query={query}
        empty={nothing}
      />
    </Stack>
  );
}
