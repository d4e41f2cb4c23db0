import type { SoldKind } from '#state/api-payment';
import { useUnlockWorkMutation } from '#state/api-payment';
import { Dialog } from '#ui/dialog';
import { tokensText, useRate } from '#ui/money';
import { toast } from '#ui/toast';
import type { SoldWork } from './open-dialog.tsx';
import { SpendTokens } from './spend-tokens.tsx';
import styles from './payment.module.css';

const titles: Readonly<Record<SoldKind, string>> = {
  video: 'Unlock this video',
  gallery: 'Unlock this gallery',
  message: 'Unlock this message',
};

/** Buys a video, a gallery or a message with tokens: it stays open from then on. */
export function UnlockWorkDialog({ work, onClose }: { work: SoldWork; onClose: () => void }) {
  const rate = useRate();
  const [unlock] = useUnlockWorkMutation();
  const done = () => {
    onClose();
    toast.success('Unlocked. It stays yours.');
  };
  return (
    <Dialog open onClose={onClose} title={titles[work.kind]}>
      <div className={styles.stack}>
        <p className={styles.note}>
          By {work.performer.name}
          {work.inside ? ` · ${work.inside}` : ''}
        </p>
        <SpendTokens
          tokens={work.price}
          label={`Unlock for ${tokensText(work.price, rate)}`}
          about={`unlock/${work.kind}/${work._id}`}
          spend={async (key) => void (await unlock({ kind: work.kind, id: work._id, key }).unwrap())}
          onDone={done}
        />
      </div>
    </Dialog>
  );
}
