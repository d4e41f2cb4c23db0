import { Form } from '#ui/forms/form.tsx';
import { isComposing } from '#ui/forms/composing.ts';
import ImagePlus from 'lucide-react/icons/image-plus';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, MouseEvent } from 'react';
import { useRouter } from 'next/router';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { StreamConversation } from '#contract/talk/streams/chat.ts';
import { loginFor } from '#components/people/auth/login-first.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { streamMessageSendRequested } from '#state/streams/stream-message.ts';
import type { StreamKind } from '#state/streams/stream-message.ts';
import { IconButton } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useSecondsLeft } from '#ui/hooks/use-seconds-left.ts';
import styles from './chat.module.css';
import { useChatPhotos } from './use-chat-photos.ts';

interface ComposerProps {
  readonly conversation: StreamConversation;
  readonly kind: StreamKind;
  readonly waitUntil: number | null;
}

function useWriting({ conversation, kind }: ComposerProps) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const [text, setText] = useState('');
  const { photos, ...rest } = useChatPhotos();
  const words = text.trim();
  const isSendable = !rest.isBusy && (words !== '' || photos.length > 0);
  const send = () => {
    if (!isSendable || !user) return;
    dispatch(
      streamMessageSendRequested({
        conversationId: conversation._id,
        kind,
        text: words,
        files: photos,
        senderId: user._id,
        senderName: user.name,
        senderAvatar: user.avatar,
      }),
    );
    setText('');
    rest.clear();
  };
  return { text, setText, photos, send, isSendable, ...rest };
}

function Photos({ photos, onRemove }: { photos: readonly FileView[]; onRemove: (id: string) => void }) {
  return photos.length === 0 ? null : (
    <ul className={styles.photos}>
      {photos.map((photo, index) => (
        <li key={photo._id}>
          {photo.state === 'ready' ? (
            <Picture sources={photo.sizes} alt={`Photo ${index + 1}`} ratio={1} sizes="56px" />
          ) : (
            <span className={styles.processing}>
              <Progress label={`Processing photo ${index + 1}`} percent={null} />
            </span>
          )}
          <IconButton label={`Remove photo ${index + 1}`} onClick={() => onRemove(photo._id)}>
            <X size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function PhotoButton({ add, disabled }: { add: ReturnType<typeof useChatPhotos>['add']; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Add a photo" disabled={disabled} onClick={() => input.current?.click()}>
        <ImagePlus size={20} />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        hidden
        aria-label="Photos for the message"
        onChange={(event) => void add(event)}
      />
    </>
  );
}

function ChatForm(props: ComposerProps) {
  const { text, setText, photos, add, remove, send, isSendable, isBusy } = useWriting(props);
  const left = useSecondsLeft(props.waitUntil);
  const isWaiting = left > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWaiting) send();
  };
  const key = (event: KeyboardEvent) => {
    // While an input method is composing, Enter confirms a word.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (!isWaiting) send();
  };
  const { slowSeconds, isModerator } = props.conversation;
  return (
    <Form className={styles.composer} onSubmit={submit}>
      <Photos photos={photos} onRemove={remove} />
      <div className={styles.field}>
        <PhotoButton add={add} disabled={isBusy || photos.length >= limits.stream.messageFiles} />
        <TextArea
          label="Message to the chat"
          hideLabel
          compact
          counted
          placeholder="Say something"
          maxLength={limits.stream.messageLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={key}
          className={styles.input}
        />
        <IconButton
          type="submit"
          variant="primary"
          label={isWaiting ? `Send, in ${left} seconds` : 'Send'}
          disabled={!isSendable || isWaiting}
          className={styles.send}
        >
          {isWaiting ? <span aria-hidden="true">{left}</span> : <SendHorizontal size={18} />}
        </IconButton>
      </div>
      {slowSeconds > 0 && !isModerator ? (
        <p className={styles.note}>Slow mode: one message every {slowSeconds} seconds.</p>
      ) : null}
    </Form>
  );
}

function LoginToWrite() {
  const { asPath, push } = useRouter();
  const go = (event: MouseEvent) => {
    event.preventDefault();
    void push(loginFor({ why: 'write in the chat' }, asPath));
  };
  return (
    <p className={styles.refusal}>
      <ButtonLink href={`${routes.login}?from=${encodeURIComponent(asPath)}`} onClick={go}>
        Log in to write
      </ButtonLink>
    </p>
  );
}

/** Where one writes, or why one can't. */
export function ChatComposer(props: ComposerProps) {
  const user = useAppSelector(selectCurrentUser);
  const { canWrite, writeRefusal } = props.conversation;
  if (!user) return <LoginToWrite />;
  return canWrite ? <ChatForm {...props} /> : <p className={styles.refusal}>{writeRefusal}</p>;
}
