import { type SoldKind, unlocks } from '#services/money/payments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { SoldMediaItem } from './purchase-tasks.ts';
import { SpendTokens } from './spend-tokens.tsx';
import styles from '../payments/payment.module.css';

const titles: Readonly<Record<SoldKind, string>> = {
  video: 'Unlock this video',
  gallery: 'Unlock this gallery',
  message: 'Unlock this message',
  stream: 'Buy a ticket',
};

/** Buys a video, gallery or message with tokens for permanent access, or a ticket for a stream. */
export function UnlockMediaItemDialog({ item, onClose }: { item: SoldMediaItem; onClose: () => void }) {
  const rate = useRate();
  const [unlock] = useWrite(unlocks[item.kind]);
  const done = () => {
    onClose();
    toast.success(
      item.kind === 'stream'
        ? 'You have a ticket. It’s also good for the replay, if there is one.'
        : 'Unlocked. It’s yours to keep.',
    );
  };
  return (
    <Dialog open onClose={onClose} title={titles[item.kind]}>
      <div className={styles.stack}>
        <p className={styles.note}>
          By {item.performer.name}
          {item.inside ? ` · ${item.inside}` : ''}
        </p>
        <SpendTokens
          tokens={item.price}
          label={(tokens) => `${item.kind === 'stream' ? 'Buy' : 'Unlock'} for ${tokensText(tokens, rate)}`}
          subject={`unlock/${item.kind}/${item._id}`}
          spend={async ({ key, tokens }) =>
            void (await unlock({
              params: { id: item._id },
              key,
              body: { expectedPrice: tokens },
            }).unwrap())
          }
          onDone={done}
        />
      </div>
    </Dialog>
  );
}
