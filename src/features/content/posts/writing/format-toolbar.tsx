import Bold from 'lucide-react/icons/bold';
import Italic from 'lucide-react/icons/italic';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Smile from 'lucide-react/icons/smile';
import { Suspense, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { IconButton } from '#ui/content/button.tsx';
import { insertText } from '#ui/forms/insert-text.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { type Replacement, type Selected, insertLink, toggleList, toggleMark } from './formatting.ts';
import styles from './post-text.module.css';

const EmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker);

type Field = RefObject<HTMLTextAreaElement | null>;
type Formatting = (selected: Selected) => Replacement;

const bold: Formatting = (selected) => toggleMark(selected, '**');
const italic: Formatting = (selected) => toggleMark(selected, '*');

const tools: readonly { label: string; icon: ReactNode; key?: string; format: Formatting }[] = [
  { label: 'Bold', icon: <Bold size={18} />, key: 'b', format: bold },
  { label: 'Italic', icon: <Italic size={18} />, key: 'i', format: italic },
  { label: 'Link', icon: <LinkIcon size={18} />, key: 'k', format: insertLink },
  { label: 'Bulleted list', icon: <List size={18} />, format: (selected) => toggleList(selected, 'bullets') },
  {
    label: 'Numbered list',
    icon: <ListOrdered size={18} />,
    format: (selected) => toggleList(selected, 'numbers'),
  },
];

/** Formats what is selected in the field, as long as the result fits. */
function apply(field: HTMLTextAreaElement, format: Formatting): void {
  const { value: text, selectionStart: from, selectionEnd: to, maxLength } = field;
  const made = format({ text, from, to });
  if (maxLength > 0 && text.length - (made.to - made.from) + made.text.length > maxLength) return;
  insertText(field, made);
}

/** Ctrl or Command with B, I or K; true if it was one of them. */
export function formatByKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return false;
  const tool = tools.find(({ key }) => key === event.key.toLowerCase());
  if (!tool) return false;
  event.preventDefault();
  apply(event.currentTarget, tool.format);
  return true;
}

/** Opens the emoji, which load then. */
function EmojiButton({ field, disabled }: { field: Field; disabled: boolean }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const insert = (sign: string) => {
    const box = field.current;
    if (box) apply(box, ({ from, to }) => ({ from, to, text: sign, select: [sign.length, sign.length] }));
  };
  return (
    <>
      <IconButton
        ref={button}
        label="Emoji"
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Smile size={18} />
      </IconButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <EmojiPicker id={id} anchor={button} onPick={insert} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Buttons that format what is selected in the field. */
export const FormatToolbar = ({ field, disabled }: { field: Field; disabled: boolean }) => (
  <div role="group" aria-label="Formatting" className={styles.toolbar}>
    {tools.map(({ label, icon, key, format }) => (
      <IconButton
        key={label}
        label={label}
        aria-keyshortcuts={key ? `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}` : undefined}
        disabled={disabled}
        onClick={() => field.current && apply(field.current, format)}
      >
        {icon}
      </IconButton>
    ))}
    <EmojiButton field={field} disabled={disabled} />
  </div>
);
