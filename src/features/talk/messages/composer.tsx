import { Form } from '#ui/forms/form.tsx';
import { isComposing } from '#ui/forms/composing.ts';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, FormEvent, KeyboardEvent } from 'react';
import { limits } from '#config/limits.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { messageSendRequested, replyEnded, selectAnswering } from '#state/messages/message.ts';
import { Button } from '#ui/content/button.tsx';
import { WritingArea } from '#components/base/writing/writing-area.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { Answering } from './answering.tsx';
import { AttachButton, Attachments } from './attachments.tsx';
import type { CreatorToolsProps, KeyTaker } from './creator/creator-tools.tsx';
import { readTextDraft, writeTextDraft } from '#components/base/writing/text-draft.ts';
import styles from './messages.module.css';
import { TipButton } from './tips/tip-button.tsx';
import { useLazyAttachments } from './uploads/use-lazy-attachments.ts';
import type { AttachmentsState } from './use-attachments.ts';
import { RecordButton, RecorderPart, useRecorderOpen } from './voice/record-button.tsx';

const AttachmentsHost = lazyPart(
  async () => (await import('./uploads/attachments-host.tsx')).AttachmentsHost,
);
const CreatorTools = lazyPart(async () => (await import('./creator/creator-tools.tsx')).CreatorTools);
const FirstMessageDialog = lazyPart(
  async () => (await import('./requests/first-message-dialog.tsx')).FirstMessageDialog,
);

export interface ComposerProps {
  readonly conversationId: string;
  readonly senderId: string;
  readonly recipient: PerformerCard | null;
  /** Attachments can be sold, because a creator is writing to a fan. */
  readonly sells: boolean;
  /** Set if the message will be a request. One with a price is sent by a dialog. */
  readonly firstMessage: Conversation['firstMessage'];
  /** Called when the user types, for the typing indicator. */
  readonly onTyping: () => void;
}
const isPaid = ({ firstMessage }: ComposerProps): boolean => (firstMessage?.price ?? 0) > 0;

/** A message that is paid for when it is sent can't wait on the device, nor can its files. */
const uploadedOnly = (attached: AttachmentsState): AttachmentsState => ({
  ...attached,
  isSendable: attached.ready,
  blobs: [],
});

function useWriting(props: ComposerProps) {
  const { conversationId, senderId, sells, onTyping } = props;
  const dispatch = useAppDispatch();
  const hydrated = useHydrated();
  const [typed, setText] = useState<string | null>(null);
  // The server doesn't know the draft, so it is read after hydration.
  const text = typed ?? (hydrated ? readTextDraft(conversationId) : '');
  const { attachments: attached, host } = useLazyAttachments();
  const attachments = isPaid(props) ? uploadedOnly(attached) : attached;
  const [isPaying, setPaying] = useState(false);
  const replyTo = useAppSelector((state) => selectAnswering(state, conversationId));
  const { files, blobs, tokens, isSendable, clear } = attachments;
  const hasFiles = files.length + blobs.length > 0;
  const sendable = isSendable && (text.trim() !== '' || hasFiles);
  const change = (next: string) => {
    setText(next);
    writeTextDraft(conversationId, next);
    if (next) onTyping();
  };
  const empty = () => {
    change('');
    clear();
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    // The forms of dialogs that are opened here submit themselves.
    if (!sendable || (event && event.target !== event.currentTarget)) return;
    if (isPaid(props)) return setPaying(true);
    dispatch(
      messageSendRequested({
        conversationId,
        senderId,
        text: text.trim(),
        replyTo,
        ...(hasFiles && { files, blobs, price: sells ? tokens : 0 }),
      }),
    );
    empty();
  };
  const cancelReply = () => void dispatch(replyEnded(conversationId));
  const paying = { isPaying, onClose: () => setPaying(false), onSent: empty };
  return { text, change, send, sendable, attachments, host, replyTo, cancelReply, paying };
}

const SendButton = ({ disabled }: { disabled: boolean }) => (
  <Button
    type="submit"
    variant="primary"
    icon={<SendHorizontal size={18} />}
    disabled={disabled}
    className={styles.send}
  >
    Send
  </Button>
);

/** Beside the paper clip: tips for fans, and what only creators have. */
function Extras({ recipient, sells, ...rest }: ComposerProps & CreatorToolsProps) {
  if (sells)
    return (
      <LazyClient skeleton={<span className={styles.toolsSpace} />}>
        <CreatorTools {...rest} />
      </LazyClient>
    );
  // Tips are shown in conversations that have begun.
  return recipient?.isPerformer && !rest.firstMessage ? (
    <TipButton performer={recipient} conversationId={rest.conversationId} />
  ) : null;
}

interface PayingProps extends ComposerProps {
  readonly text: string;
  readonly files: readonly { readonly _id: string }[];
  readonly isPaying: boolean;
  readonly onSent: () => void;
  readonly onClose: () => void;
}
/** Sends a first message that has a price. */
const Paying = ({ isPaying, recipient, firstMessage, text, files, ...rest }: PayingProps) =>
  isPaying && firstMessage ? (
    <Suspense fallback={null}>
      <FirstMessageDialog
        conversationId={rest.conversationId}
        name={recipient?.name ?? ''}
        {...firstMessage}
        text={text.trim()}
        fileIds={files.map(({ _id }) => _id)}
        onSent={rest.onSent}
        onClose={rest.onClose}
      />
    </Suspense>
  ) : null;

/** The text field: its focus while replying, and its keys. */
function useField({
  replyTo,
  cancelReply,
  send,
}: Pick<ReturnType<typeof useWriting>, 'replyTo' | 'cancelReply' | 'send'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const keys = useRef<KeyTaker | null>(null);
  const listen = (take: KeyTaker | null) => void (keys.current = take);
  // Replying continues in the text field.
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);
  const key = (event: KeyboardEvent) => {
    if (keys.current?.(event)) return undefined;
    // While an input method is composing, Enter confirms a word and Escape gives it up.
    if (isComposing(event)) return undefined;
    if (event.key === 'Escape' && replyTo) return cancelReply();
    if (event.key !== 'Enter' || event.shiftKey) return undefined;
    event.preventDefault();
    return send();
  };
  return { field, listen, key };
}

/** The message form. Enter sends, Shift+Enter starts a new line. Unsent text survives a reload. */
export function Composer(props: ComposerProps) {
  const { recipient } = props;
  const to = recipient?.name ?? '';
  const { text, change, send, sendable, attachments, host, replyTo, ...writing } = useWriting(props);
  const { cancelReply, paying } = writing;
  const { field, listen, key } = useField({ replyTo, cancelReply, send });
  const { isOpen, open, close, button } = useRecorderOpen();
  const isEmpty = text === '' && attachments.uploads.items.length === 0;
  const paste = ({ clipboardData: { files } }: ClipboardEvent) =>
    void (files.length > 0 && attachments.uploads.add([...files]));
  return (
    <>
      <Form className={styles.compose} onSubmit={send}>
        {replyTo ? (
          <Answering quote={replyTo} ownId={props.senderId} name={to} onCancel={cancelReply} />
        ) : null}
        {isOpen ? <RecorderPart {...props} replyTo={replyTo} onClose={close} /> : null}
        <div hidden={isOpen}>
          <Attachments attachments={attachments} sells={props.sells} />
          <div className={styles.composer} data-empty={isEmpty || undefined}>
            <AttachButton uploads={attachments.uploads} />
            <Extras
              {...props}
              {...{ to, text, attachments, sendable, field }}
              onText={change}
              onKeys={listen}
            />
            <WritingArea
              above
              ref={field}
              label={`Message to ${to}`}
              hideLabel
              compact
              counted
              placeholder="Write a message"
              maxLength={limits.text.message}
              value={text}
              onChange={(event) => change(event.target.value)}
              onKeyDown={key}
              onPaste={paste}
              className={styles.input}
            />
            {isPaid(props) ? null : <RecordButton ref={button} onClick={open} />}
            <SendButton disabled={!sendable} />
          </div>
        </div>
      </Form>
      <Suspense fallback={null}>{host ? <AttachmentsHost {...host} /> : null}</Suspense>
      <Paying {...props} {...paying} text={text} files={attachments.files} />
    </>
  );
}
