import type { Feed } from '#contract/feeds';
import { useUnlockFeedMutation } from '#state/api-payment';
import { Dialog } from '#ui/dialog';
import { tokensText, useRate } from '#ui/money';
import { toast } from '#ui/toast';
import { SpendTokens } from './spend-tokens.tsx';
import { mediaText } from './ways-in.tsx';
import styles from './payment.module.css';

export interface UnlockDialogProps {
  readonly feed: Pick<Feed, '_id' | 'price' | 'media' | 'performer'>;
  readonly onClose: () => void;
}

/** Buys one post with tokens: it stays readable from then on. */
export function UnlockDialog({ feed, onClose }: UnlockDialogProps) {
  const rate = useRate();
  const [unlock] = useUnlockFeedMutation();
  const inside = mediaText(feed.media);
  const done = () => {
    onClose();
    toast.success('Unlocked. It stays yours.');
  };
  return (
    <Dialog open onClose={onClose} title="Unlock this post">
      <div className={styles.stack}>
        <p className={styles.note}>
          By {feed.performer.name}
          {inside ? ` · ${inside}` : ''}
        </p>
        <SpendTokens
          tokens={feed.price}
          label={`Unlock for ${tokensText(feed.price, rate)}`}
          about={`unlock/${feed._id}`}
          spend={async (key) => void (await unlock({ feedId: feed._id, key }).unwrap())}
          onDone={done}
        />
      </div>
    </Dialog>
  );
}
