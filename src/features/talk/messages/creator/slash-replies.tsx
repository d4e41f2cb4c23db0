import { isComposing } from '#ui/forms/composing.ts';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { QuickReply } from '#contract/trade/broadcasts/quick-replies.ts';
import { shortText } from '#lib/short-text.ts';
import { listQuickReplies } from '#services/trade/broadcasts/quick-replies.ts';
import { useRead } from '#state/query/hooks.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { cx } from '#ui/theme/class-names.ts';
import type { KeyTaker } from './creator-tools.tsx';
import styles from './creator.module.css';

const shown = 6;

/** The quick replies whose title or text contains the words, those with the title first. */
export function matching(all: readonly QuickReply[], q: string): QuickReply[] {
  const wanted = q.toLowerCase();
  const inTitle = all.filter(({ title }) => title.toLowerCase().includes(wanted));
  const inText = all.filter((one) => !inTitle.includes(one) && one.text.toLowerCase().includes(wanted));
  return [...inTitle, ...inText];
}

export interface SlashRepliesProps {
  /** What was typed after the slash. */
  readonly q: string;
  readonly onKeys: (take: KeyTaker | null) => void;
  readonly onPick: (reply: QuickReply) => void;
  readonly onDismiss: () => void;
}

/** Above the message field: quick replies to pick with the arrow keys and Enter, or a press. */
export function SlashReplies({ q, onKeys, onPick, onDismiss }: SlashRepliesProps) {
  const id = useId();
  const { data } = useRead(listQuickReplies);
  const found = matching(data?.data ?? [], q).slice(0, shown);
  const [at, setAt] = useState(0);
  const current = Math.min(at, found.length - 1);
  const take = useEffectEvent<KeyTaker>((event) => {
    const chosen = found[current];
    if (!chosen || isComposing(event)) return false;
    if (event.key === 'ArrowDown') setAt((current + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((current + found.length - 1) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') onPick(chosen);
    else if (event.key === 'Escape') onDismiss();
    else return false;
    event.preventDefault();
    return true;
  });
  const listen = useEffectEvent(onKeys);
  useEffect(() => {
    listen((event) => take(event));
    return () => listen(null);
  }, []);
  if (found.length === 0) return null;
  return (
    <div className={styles.slash}>
      <VisuallyHidden>
        <p role="status">
          {`Quick reply ${found[current]?.title}, ${current + 1} of ${found.length}. Enter inserts it.`}
        </p>
      </VisuallyHidden>
      <div role="listbox" aria-label="Quick replies" className={styles.replies}>
        {found.map((reply, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the message field keeps the focus and takes the keys
          <div
            key={reply._id}
            id={`${id}-${reply._id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={cx(styles.reply, index === current && styles.current)}
            // Keeps the focus in the message field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(reply)}
          >
            <span className={styles.replyTitle}>{reply.title}</span>
            <span className={styles.replyText}>{shortText(reply.text, 80)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
