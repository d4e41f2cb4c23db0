import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { limits } from '#config/limits';
import { useAppDispatch } from '#state/hooks';
import { messageSendRequested } from '#state/message';
import { Button } from '#ui/button';
import { TextArea } from '#ui/text-input';
import { readDraft, writeDraft } from './drafts.tsx';
import styles from './messages.module.css';

export interface ComposerProps {
  readonly conversationId: string;
  readonly senderId: string;
  readonly to: string;
  /** A letter was typed: the other side may be told. */
  readonly onTyping: () => void;
}

/** Writes a message. Enter sends, Shift and Enter begins a line; what is unsent is there again after a reload. */
export function Composer({ conversationId, senderId, to, onTyping }: ComposerProps) {
  const dispatch = useAppDispatch();
  const [text, setText] = useState(() => readDraft(conversationId));
  const change = (next: string) => {
    setText(next);
    writeDraft(conversationId, next);
    if (next) onTyping();
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!text.trim()) return;
    dispatch(messageSendRequested({ conversationId, senderId, text: text.trim() }));
    change('');
  };
  const key = (event: KeyboardEvent) => {
    // While an input method is composing, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className={styles.composer} onSubmit={send}>
      <TextArea
        label={`Message to ${to}`}
        hideLabel
        compact
        counted
        placeholder="Write a message"
        maxLength={limits.text.message}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={key}
        className={styles.input}
      />
      <Button type="submit" variant="primary" icon={<SendHorizontal size={18} />} disabled={!text.trim()}>Send</Button>
    </form>
  );
}
