import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './message-parts.module.css';
import { reactionEmoji } from './reaction-emoji.ts';
import type { MessagePart } from './message-part.ts';
import { useReact } from './use-message-change.ts';

/** The reactions to a message. Pressing your own removes it. */
export function MessageReactions({ message, ownId, name }: MessagePart) {
  const react = useReact(message);
  return (
    <ul className={styles.reactions} aria-label="Reactions">
      {message.reactions.map(({ accountId, emoji }) => {
        const { sign, name: called } = reactionEmoji[emoji];
        return (
          <li key={accountId}>
            {accountId === ownId ? (
              <button
                type="button"
                className={cx(styles.reaction, styles.ownReaction)}
                aria-label={`Remove your reaction: ${called}`}
                title="Remove your reaction"
                onClick={() => void react(null)}
              >
                {sign}
              </button>
            ) : (
              <span className={styles.reaction} title={name}>
                <span aria-hidden="true">{sign}</span>
                <VisuallyHidden>{`${name}: ${called}`}</VisuallyHidden>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
