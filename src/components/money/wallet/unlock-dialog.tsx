import type { Post } from '#contract/content/posts/posts.ts';
import { useUnlockPostMutation } from '#state/api/payments.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SpendTokens } from './spend-tokens.tsx';
import { mediaText, purchasePrice } from '../../content/media-items/access-options.ts';
import styles from '../payments/payment.module.css';

export interface UnlockDialogProps {
  readonly feed: Pick<Post, '_id' | 'price' | 'access' | 'media' | 'performer'>;
  readonly onClose: () => void;
}

/** Buys a post with tokens, for permanent access. */
export function UnlockDialog({ feed, onClose }: UnlockDialogProps) {
  const rate = useRate();
  const [unlock] = useUnlockPostMutation();
  const inside = mediaText(feed.media);
  const done = () => {
    onClose();
    toast.success('Unlocked. It’s yours to keep.');
  };
  return (
    <Dialog open onClose={onClose} title="Unlock this post">
      <div className={styles.stack}>
        <p className={styles.note}>
          By {feed.performer.name}
          {inside ? ` · ${inside}` : ''}
        </p>
        <SpendTokens
          tokens={purchasePrice(feed)}
          label={(tokens) => `Unlock for ${tokensText(tokens, rate)}`}
          about={`unlock/${feed._id}`}
          spend={async ({ key, tokens }) =>
            void (await unlock({ feedId: feed._id, key, body: { expectedPrice: tokens } }).unwrap())
          }
          onDone={done}
        />
      </div>
    </Dialog>
  );
}
