import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Tokens } from '#lib/units.ts';
import { type SoldKind, unlocks } from '#services/money/payments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SpendTokens } from './spend-tokens.tsx';
import styles from '../payments/payment.module.css';

/** A post, video, gallery, message or stream for sale. */
export interface SoldItem {
  readonly kind: SoldKind;
  readonly _id: string;
  /** What the viewer still has to pay, in tokens. */
  readonly price: Tokens;
  /** What it contains, such as "3:12" or "20 photos". */
  readonly inside: string;
  readonly performer: PerformerCard;
}

const titles: Readonly<Record<SoldKind, string>> = {
  post: 'Unlock this post',
  video: 'Unlock this video',
  gallery: 'Unlock this gallery',
  message: 'Unlock this message',
  stream: 'Buy a ticket',
};

/** Buys a post, video, gallery or message with tokens for permanent access, or a ticket for a stream. */
export function UnlockDialog({ item, onClose }: { item: SoldItem; onClose: () => void }) {
  const { kind, _id: id, price, inside, performer } = item;
  const rate = useRate();
  const [unlock] = useWrite(unlocks[kind]);
  const done = () => {
    onClose();
    toast.success(
      kind === 'stream'
        ? 'You have a ticket. It’s also good for the replay, if there is one.'
        : 'Unlocked. It’s yours to keep.',
    );
  };
  return (
    <Dialog open onClose={onClose} title={titles[kind]}>
      <div className={styles.stack}>
        <p className={styles.note}>
          By {performer.name}
          {inside ? ` · ${inside}` : ''}
        </p>
        <SpendTokens
          tokens={price}
          label={(tokens) => `${kind === 'stream' ? 'Buy' : 'Unlock'} for ${tokensText(tokens, rate)}`}
          subject={`unlock/${kind}/${id}`}
          spend={async ({ key, tokens }) =>
            void (await unlock({ params: { id }, key, body: { expectedPrice: tokens } }).unwrap())
          }
          onDone={done}
        />
      </div>
    </Dialog>
  );
}
