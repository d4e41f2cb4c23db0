import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import { useEffect, useState } from 'react';
import type { MessageTip } from '#contract/talk/messages/messages.ts';
import { getMessage } from '#services/talk/messages/messages.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { messageChanged } from '#state/messages/message.ts';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import { TextButton } from '#ui/content/button.tsx';
import { Tokens, useRate } from '#ui/content/money.tsx';
import { RichText } from '#ui/content/rich-text.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './tip-message.module.css';

/** Whether the time for undoing is over, by this device's clock. The server decides. */
function useIsOver(until: string): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return isOver;
}

/** Offered to the sender for as long as a tip can be undone. */
function UndoTip({ id, messageId, until }: { id: string; messageId: string; until: string }) {
  const store = useAppStore();
  const api = useApi();
  const rate = useRate();
  const [busy, setBusy] = useState(false);
  const isOver = useIsOver(until);
  if (isOver) return null;
  const undo = async () => {
    setBusy(true);
    try {
      const { takeTipBack } = await import('#components/money/wallet/tip-undo.ts');
      await takeTipBack(store, id, rate);
      // The event does this as well, unless the connection is down.
      store.dispatch(messageChanged(await getMessage(api, { params: { id: messageId } })));
    } catch {
      // The message is up to date with the next event or visit.
    }
    setBusy(false);
  };
  return (
    <TextButton disabled={busy} onClick={() => void undo()}>
      Undo
    </TextButton>
  );
}

export interface TipMessageProps {
  readonly message: ChatMessage;
  readonly tip: MessageTip;
  readonly own: boolean;
}

/** A tip in a conversation: the amount, the sender's note, and for a short time a way to undo it. */
export function TipMessage({ message, tip, own }: TipMessageProps) {
  const isUndone = tip.undoneAt !== null;
  return (
    <div className={cx(styles.tip, isUndone && styles.undone, message.deleting && styles.fading)}>
      <p className={styles.amount}>
        <CircleDollarSign size={20} aria-hidden="true" />
        <span>
          {isUndone ? 'Tip undone: ' : own ? 'You tipped ' : 'Tipped you '}
          <Tokens tokens={tip.tokens} className={styles.tokens} />
        </span>
        {own && tip.undoUntil !== null ? (
          <UndoTip id={tip._id} messageId={message._id} until={tip.undoUntil} />
        ) : null}
      </p>
      {tip.note ? (
        <div className={styles.note}>
          <RichText text={tip.note} />
        </div>
      ) : null}
    </div>
  );
}
