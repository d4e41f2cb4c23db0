import { isComposing } from '#ui/forms/composing.ts';
import Hash from 'lucide-react/icons/hash';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { plural } from '#lib/format.ts';
import { suggestPeople, suggestTags } from '#services/across/search/tags.ts';
import { useRead } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { insertText } from '#ui/forms/insert-text.ts';
import { cx } from '#ui/theme/class-names.ts';
import { type TypedReference, typedReference } from './typed-reference.ts';
import styles from './suggestion-list.module.css';

/** Milliseconds without a key after which suggestions are asked for. */
const PAUSE_MS = 120;

interface Option {
  /** What it inserts. */
  readonly text: string;
  readonly icon: ReactNode;
  readonly words: ReactNode;
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

const tagOption = (tag: string): Option => ({
  text: `#${tag}`,
  icon: <Hash size={18} />,
  words: `#${tag}`,
});
const personOption = (person: PerformerCard): Option => ({
  text: `@${person.username}`,
  icon: <Avatar src={person.avatar} size={32} live={person.isLive} />,
  words: (
    <>
      <bdi>{person.name}</bdi>
      {person.isVerified ? <VerifiedMark /> : null} <span className={styles.aside}>@{person.username}</span>
    </>
  ),
});

/** The tags used most before a letter has been typed. */
function useTags(typed: TypedReference | null, q: string): readonly Option[] {
  const isTag = typed?.sign === '#';
  const { data } = useRead(suggestTags, isTag ? { query: { q } } : null);
  return isTag && data ? data.data.map(tagOption) : [];
}
/** Nobody before a letter has been typed. */
function usePeople(typed: TypedReference | null, q: string): readonly Option[] {
  const isPerson = typed?.sign === '@' && typed.q !== '';
  const { data } = useRead(suggestPeople, isPerson && q !== '' ? { query: { q } } : null);
  return isPerson && data ? data.data.map(personOption) : [];
}

/** Suggestions for what is being typed; none for what has been typed in full. */
function useOptions(typed: TypedReference | null): readonly Option[] {
  const q = usePaused(typed?.q ?? '');
  const all = [...useTags(typed, q), ...usePeople(typed, q)];
  const written = typed ? `${typed.sign}${typed.q}`.toLowerCase() : '';
  return all.length === 1 && all[0]?.text === written ? [] : all;
}

/** Follows the cursor of the field. */
function useTyped(field: RefObject<HTMLTextAreaElement | null>) {
  const [typed, setTyped] = useState<TypedReference | null>(null);
  useEffect(() => {
    const box = field.current;
    if (!box) return undefined;
    const look = () =>
      setTyped(
        document.activeElement === box && box.selectionStart === box.selectionEnd
          ? typedReference(box.value, box.selectionStart)
          : null,
      );
    look();
    const events = ['input', 'click', 'keyup', 'blur', 'focus'] as const;
    for (const name of events) box.addEventListener(name, look);
    return () => events.forEach((name) => box.removeEventListener(name, look));
  }, [field]);
  return typed;
}

type Field = RefObject<HTMLTextAreaElement | null>;

interface Keys {
  /** Moves to an option, or to the last one before the first. */
  readonly move: (at: number) => void;
  readonly choose: (at: number) => void;
  readonly close: () => void;
}

/** What a key does at an option; false if nothing. */
function act(event: KeyboardEvent, { at, count }: { at: number; count: number }, keys: Keys): boolean {
  if (event.key === 'ArrowDown') keys.move((at + 1) % count);
  else if (event.key === 'ArrowUp') keys.move(at <= 0 ? count - 1 : at - 1);
  else if (event.key === 'Escape') keys.close();
  else if (event.key === 'Tab') keys.choose(Math.max(at, 0));
  else if (event.key === 'Enter' && at >= 0) keys.choose(at);
  else return false;
  return true;
}

/** Takes the field's keys while suggestions are shown. */
function useKeys(field: Field, { at, count }: { at: number; count: number }, keys: Keys): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const isOwn = count === 0 || isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey;
    if (isOwn || !act(event, { at, count }, keys)) return;
    // The field's own keys, such as Enter to send, must not act as well.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const box = field.current;
    const listen = (event: KeyboardEvent) => take(event);
    box?.addEventListener('keydown', listen);
    return () => box?.removeEventListener('keydown', listen);
  }, [field]);
}

/** Connects the field with the list, and with the option that the arrow keys are at. */
function useWiring(field: Field, listId: string | null, activeId: string | null): void {
  useEffect(() => {
    const box = field.current;
    if (!box || listId === null) return undefined;
    const wiring = { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-haspopup': 'listbox' };
    for (const [name, value] of Object.entries(wiring)) box.setAttribute(name, value);
    return () => Object.keys(wiring).forEach((name) => box.removeAttribute(name));
  }, [field, listId]);
  useEffect(() => {
    if (activeId === null) field.current?.removeAttribute('aria-activedescendant');
    else field.current?.setAttribute('aria-activedescendant', activeId);
    // In some browsers it returns a promise, which isn't this effect's to return.
    if (activeId !== null) document.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [field, activeId]);
}

const nothing: TypedReference = { sign: '#', q: '', from: 0, to: 0 };

/** What is suggested, the option that the arrow keys are at (-1: none), and what can be done. */
function useSuggestions(field: Field) {
  const typed = useTyped(field);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [moved, setMoved] = useState({ key: '', at: -1 });
  const found = useOptions(typed);
  const { sign, q, from, to } = typed ?? nothing;
  const options = typed && from !== dismissed ? found : [];
  const key = `${sign}${q}`;
  // Enter after a tag of one's own must not choose another one; after the beginning of a name, it does.
  const first = sign === '@' ? 0 : -1;
  const at = Math.min(moved.key === key ? moved.at : first, options.length - 1);
  const choose = (index: number) => {
    const option = options[index];
    if (option && field.current) insertText(field.current, { from, to, text: `${option.text} ` });
  };
  const keys = {
    choose,
    move: (next: number) => setMoved({ key, at: next }),
    close: () => setDismissed(from),
  };
  return { options, at, keys, label: sign === '@' ? 'People' : 'Tags' };
}

export interface SuggestionListProps {
  readonly field: Field;
  readonly above?: boolean | undefined;
}

/** Tags or people for what is being typed in the field, which keeps the focus. */
export function SuggestionList({ field, above }: SuggestionListProps) {
  const id = useId();
  const { options, at, keys, label } = useSuggestions(field);
  const isOpen = options.length > 0;
  useKeys(field, { at, count: options.length }, keys);
  useWiring(field, isOpen ? id : null, isOpen && at >= 0 ? `${id}-${at}` : null);
  return (
    <>
      <VisuallyHidden role="status">
        {isOpen ? `${plural(options.length, 'suggestion')} available. Use the arrow keys.` : ''}
      </VisuallyHidden>
      {isOpen ? (
        <div
          role="listbox"
          id={id}
          aria-label={label}
          className={cx(styles.panel, above && styles.above)}
          // A press must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and takes the keys
            <div
              key={option.text}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.option}
              onClick={() => keys.choose(index)}
            >
              <span className={styles.icon} aria-hidden="true">
                {option.icon}
              </span>
              <span className={styles.words}>{option.words}</span>
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}
