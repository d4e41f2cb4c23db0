import type { ReplyOf } from '#contract/core/registry.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { undoTip } from '#services/money/wallet.ts';
import { sendWrite } from '#state/query/ask.ts';
import type { AppStore } from '#state/store.ts';
import { type Rate, tokensText } from '#ui/content/money.tsx';
import { type ToastOptions, toast } from '#ui/overlays/toast.ts';

type Tip = ReplyOf<'POST /wallet/charges/tip/:id'>;

/** Undoes a tip and shows the outcome. The offered retry reuses the idempotency key. */
export async function takeTipBack(store: AppStore, id: string, rate: Rate): Promise<void> {
  const key = newIdempotencyKey();
  const attempt = async (): Promise<void> => {
    const { data, error } = await sendWrite(store, undoTip, { params: { id }, key });
    if (data) toast.success(`Tip undone. ${tokensText(data.tokens, rate)} are back in your wallet.`);
    else
      toast.error(
        problemMessage(error),
        problemCode(error) === 'conflict'
          ? {}
          : { action: { label: 'Try again', run: () => void attempt() } },
      );
  };
  await attempt();
}

/**
 * An "Undo" button for the toast that confirms a tip, for as long as the server allows. Uses the duration
 * between the server's timestamps because this device's clock may be wrong.
 */
export function undoOption(
  store: AppStore,
  tip: Pick<Tip, '_id' | 'createdAt' | 'undoUntil'>,
  rate: Rate,
): ToastOptions {
  if (tip.undoUntil === null) return {};
  const lasts = Date.parse(tip.undoUntil) - Date.parse(tip.createdAt);
  return {
    lasts,
    action: { label: 'Undo', until: Date.now() + lasts, run: () => void takeTipBack(store, tip._id, rate) },
  };
}
