import CirclePlus from 'lucide-react/icons/circle-plus';
import { Suspense, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { limits } from '#config/limits.ts';
import type { AttachmentsState } from '../use-attachments.ts';
import { fillName } from '#config/name-placeholder.ts';
import { IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';

const QuickReplies = lazyPart(async () => (await import('./quick-replies.tsx')).QuickReplies);
const SlashReplies = lazyPart(async () => (await import('./slash-replies.tsx')).SlashReplies);

const SendLater = lazyPart(async () => (await import('./send-later.tsx')).SendLater);

/** Takes a key pressed in the message field; true if it was used. */
export type KeyTaker = (event: KeyboardEvent) => boolean;

export interface CreatorToolsProps {
  readonly conversationId: string;
  readonly attachments: AttachmentsState;
  /** There is something to send, and it is ready. */
  readonly sendable: boolean;
  /** The name of whoever the message is for. */
  readonly to: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Passes the message field's keys on, or stops that. */
  readonly onKeys: (take: KeyTaker | null) => void;
}

/** Puts a quick reply into the message, in place of what is selected or at the cursor. */
function useInserting({ to, text, onText, field }: CreatorToolsProps) {
  return (template: string, from = field.current?.selectionStart ?? text.length) => {
    const end = field.current?.selectionEnd ?? text.length;
    const filled = fillName(template, to);
    const next = `${text.slice(0, from)}${filled}${text.slice(end)}`;
    if (next.length > limits.text.message) {
      toast.error('That would make this message too long.');
      return;
    }
    onText(next);
    // The field has its new value after the next render.
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + filled.length, from + filled.length);
    });
  };
}

/** A message that begins with a slash: what follows it is searched for among the quick replies. */
const searched = (text: string): string | null => /^\/(\S{0,40})$/.exec(text)?.[1] ?? null;

/** The server sends it later, so it needs the files now. */
const canWait = ({ sendable, attachments }: CreatorToolsProps) => sendable && attachments.blobs.length === 0;

/** Outside the message's form: browsers don't submit a form within a form. */
const OutsideForm = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) =>
  isOpen ? createPortal(children, document.body) : null;

/** What only creators have when they write to a fan: quick replies (also by typing a slash), and sending later. */
export function CreatorTools(props: CreatorToolsProps) {
  const { text, onKeys, attachments } = props;
  const insert = useInserting(props);
  const [opened, setOpened] = useState<'replies' | 'later' | null>(null);
  const close = () => setOpened(null);
  const done = () => {
    close();
    props.onText('');
    attachments.clear();
  };
  const [dismissed, setDismissed] = useState<string | null>(null);
  const q = searched(text);
  return (
    <>
      <Menu
        label="More ways to write"
        items={[
          { label: 'Quick replies', onSelect: () => setOpened('replies') },
          { label: 'Send later', onSelect: () => setOpened('later'), disabled: !canWait(props) },
        ]}
        trigger={(trigger) => (
          <IconButton label="More ways to write" {...trigger}>
            <CirclePlus size={20} />
          </IconButton>
        )}
      />
      <Suspense fallback={null}>
        {q !== null && q !== dismissed ? (
          <SlashReplies
            q={q}
            onKeys={onKeys}
            onPick={(reply) => insert(reply.text, 0)}
            onDismiss={() => setDismissed(q)}
          />
        ) : null}
        <OutsideForm isOpen={opened !== null}>
          {opened === 'replies' ? (
            <QuickReplies
              to={props.to}
              onPick={(reply) => {
                close();
                insert(reply.text);
              }}
              onClose={close}
            />
          ) : (
            <SendLater
              conversationId={props.conversationId}
              text={text}
              attachments={attachments}
              onDone={done}
              onClose={close}
            />
          )}
        </OutsideForm>
      </Suspense>
    </>
  );
}
