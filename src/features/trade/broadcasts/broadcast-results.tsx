import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Broadcast, BroadcastRecipient, BroadcastRows } from '#contract/trade/broadcasts/broadcasts.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { formatTokens } from '#lib/format.ts';
import { getBroadcast, listBroadcastRecipients } from '#services/trade/broadcasts/broadcasts.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Link } from '#ui/content/link.tsx';
import { Money } from '#ui/content/money.tsx';
import { SummaryList, Sum } from '#ui/content/summary-list.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PagedRows } from '#ui/layout/paged-rows.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './broadcasts.module.css';

const stateText = ({ state, isSeen, paid }: BroadcastRecipient): string => {
  if (paid !== null) return `Bought for ${formatTokens(paid)}`;
  if (state === 'delivered') return isSeen ? 'Seen' : 'Delivered';
  return { waiting: 'Waiting', skipped: 'Not delivered', unsent: 'Unsent' }[state];
};

const Recipient = ({ row }: { row: BroadcastRecipient }) => (
  <Row wrap={false} gap={12}>
    <Avatar src={row.user.avatar} size={32} />
    <span className={styles.person}>
      {row.conversationId ? (
        <Link href={routes.conversation(row.conversationId)}>{row.user.name}</Link>
      ) : (
        row.user.name
      )}
    </span>
    <span className={styles.aside}>{stateText(row)}</span>
  </Row>
);

function Recipients({ id, rows }: { id: string; rows: BroadcastRows }) {
  const query = useList(listBroadcastRecipients, { params: { id }, query: { rows } });
  return (
    <PagedRows
      caption="Recipients"
      query={query}
      rowHeight={32}
      empty={<EmptyState compact level={3} title="No one yet" />}
    >
      {(all) => (
        <Stack gap={12}>
          {all.map((row) => (
            <Recipient key={row._id} row={row} />
          ))}
        </Stack>
      )}
    </PagedRows>
  );
}

/** Figures of a sent message; each opens the fans behind it. */
export function BroadcastResultsDialog({
  broadcast,
  onClose,
}: {
  broadcast: Broadcast;
  onClose: () => void;
}) {
  const [rows, setRows] = useState<BroadcastRows>('recipients');
  const request = useRead(getBroadcast, { params: { id: broadcast._id } });
  const skeleton = (
    <Skeleton label="Loading results">
      <SkeletonText lines={6} />
    </Skeleton>
  );
  return (
    <Dialog open wide onClose={onClose} title="Results">
      <LoadedView request={request} skeleton={skeleton} level={3}>
        {({ recipients, delivered, seen, bought, revenue, price }) => (
          <Stack>
            <SummaryList>
              <Sum label="Revenue">{price > 0 ? <Money cents={revenue} /> : 'Free message'}</Sum>
            </SummaryList>
            <Tabs
              label="Fans"
              value={rows}
              onChange={setRows}
              items={[
                { key: 'recipients', label: 'Recipients', count: recipients },
                { key: 'delivered', label: 'Delivered', count: delivered },
                { key: 'seen', label: 'Seen', count: seen },
                { key: 'bought', label: 'Bought', count: bought },
              ]}
            >
              <Recipients key={rows} id={broadcast._id} rows={rows} />
            </Tabs>
          </Stack>
        )}
      </LoadedView>
    </Dialog>
  );
}
