import type { Stream } from '#contract/talk/streams/streams.ts';
import { accessOptions, closedText, purchasePrice } from '#components/content/media-items/access-options.ts';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { Button } from '#ui/content/button.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import styles from './stream.module.css';

/** Why the viewer can't watch. */
export function accessTitle({ access, performer }: Stream): string {
  const isSold = access.routes.some(({ need }) => need === 'purchase');
  if (!isSold) return closedText(access, performer.name);
  return access.routes.length > 1 ? 'For subscribers, or with a ticket' : 'For ticket holders';
}

/** Every way into a stream with its price. */
export function LockedStream({ stream }: { stream: Stream }) {
  const { _id, access, performer } = stream;
  const { choose } = usePurchases();
  const rate = useRate();
  const options = accessOptions(access, rate);
  const item = {
    kind: 'stream' as const,
    _id,
    price: purchasePrice(stream),
    inside: stream.title,
    performer,
  };
  return (
    <Stack gap={8}>
      <Row className={styles.ways}>
        {options.map(({ need, label }, at) => (
          <Button key={need} variant={at === 0 ? 'primary' : 'secondary'} onClick={() => choose(need, item)}>
            {need === 'purchase' ? label.replace(/^Unlock for/, 'Ticket for') : label}
          </Button>
        ))}
      </Row>
      {options.some(({ need }) => need === 'purchase') ? (
        <p className={styles.muted}>A ticket is good for this stream, and for its replay if there is one.</p>
      ) : null}
    </Stack>
  );
}
