import { Form } from '#ui/forms/form.tsx';
import { isComposing } from '#ui/forms/composing.ts';
import { useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { limits } from '#config/limits.ts';
import { problemMessage } from '#lib/problem.ts';
import { editMessage } from '#services/talk/messages/messages.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { messageChanged } from '#state/messages/message.ts';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import { Button } from '#ui/content/button.tsx';
import { WritingArea } from '#components/base/writing/writing-area.tsx';
import { Row } from '#ui/layout/stack.tsx';
import styles from './message-parts.module.css';

/** Edits the user's own message in place. Enter saves, Escape cancels; a rejected edit keeps the text. */
export function MessageEdit({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const [text, setText] = useState(message.text);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const words = text.trim();
  const canSave = words !== '' || message.files.length > 0;
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSave || busy) return;
    if (words === message.text) return onClose();
    setBusy(true);
    try {
      dispatch(
        messageChanged(await editMessage(api, { params: { id: message._id }, body: { text: words } })),
      );
      onClose();
    } catch (caught) {
      setRefusal(problemMessage(caught));
      setBusy(false);
    }
  };
  const key = (event: KeyboardEvent) => {
    if (isComposing(event)) return undefined;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onClose();
    }
    if (event.key !== 'Enter' || event.shiftKey) return undefined;
    event.preventDefault();
    return void save();
  };
  return (
    <Form className={styles.edit} onSubmit={(event) => void save(event)}>
      <WritingArea
        above
        label="Edit message"
        hideLabel
        compact
        counted
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
        autoFocus
        maxLength={limits.text.message}
        value={text}
        error={refusal}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={key}
      />
      <Row justify="end">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={!canSave}>
          Save
        </Button>
      </Row>
    </Form>
  );
}
