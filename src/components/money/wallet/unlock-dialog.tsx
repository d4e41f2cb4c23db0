import type { Post } from '#contract/content/posts/posts.ts';
import { unlockPost } from '#services/money/payments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SpendTokens } from './spend-tokens.tsx';
import { mediaText, purchasePrice } from '../../content/media-items/access-options.ts';
import styles from '../payments/payment.module.css';

export interface UnlockDialogProps {
  readonly post: Pick<Post, '_id' | 'price' | 'access' | 'media' | 'performer'>;
  readonly onClose: () => void;
}

/** Buys a post with tokens, for permanent access. */
export function UnlockDialog({ post, onClose }: UnlockDialogProps) {
  const rate = useRate();
  const [unlock] = useWrite(unlockPost);
  const inside = mediaText(post.media);
  const done = () => {
    onClose();
    toast.success('Unlocked. It’s yours to keep.');
  };
  return (
    <Dialog open onClose={onClose} title="Unlock this post">
      <div className={styles.stack}>
        <p className={styles.note}>
          By {post.performer.name}
          {inside ? ` · ${inside}` : ''}
        </p>
        <SpendTokens
          tokens={purchasePrice(post)}
          label={(tokens) => `Unlock for ${tokensText(tokens, rate)}`}
          subject={`unlock/${post._id}`}
          spend={async ({ key, tokens }) =>
            void (await unlock({ params: { id: post._id }, key, body: { expectedPrice: tokens } }).unwrap())
          }
          onDone={done}
        />
      </div>
    </Dialog>
  );
}
