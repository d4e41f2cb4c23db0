import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, FormEvent, RefObject } from 'react';
import { routes } from '#config/routes.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { IconButton } from '#ui/content/button.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { rememberSearch } from './recent-searches.ts';
import styles from './search.module.css';

const Suggestions = lazyPart(async () => (await import('./suggestions.tsx')).Suggestions);

export interface SearchFieldProps {
  /** The words of the URL. */
  readonly value: string;
  readonly onSearch: (q: string) => void;
}

/** The box is what the page is for, except where focusing it would open a keyboard over the page. */
function useFocusOnArrival(input: { readonly current: HTMLInputElement | null }, isEmpty: boolean): void {
  useEffect(() => {
    if (isEmpty && matchMedia('(hover: hover) and (pointer: fine)').matches)
      input.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only on arrival
  }, []);
}

/** The words in the box: what was typed, until the URL changes from outside, by going back or by a link. */
function useTyped(value: string): [string, (text: string) => void] {
  const [{ of, text }, setTyped] = useState({ of: value, text: value });
  return [of === value ? text : value, (typed) => setTyped({ of: value, text: typed })];
}

interface BoxProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly listId: string;
  readonly typed: string;
  readonly active: string | null;
  readonly isOpen: boolean;
  readonly onType: (text: string) => void;
  readonly onOpen: () => void;
}

const Box = ({ input, listId, typed, active, isOpen, onType, onOpen }: BoxProps) => (
  <TextInput
    ref={input}
    label="Search"
    hideLabel
    name="q"
    placeholder="Creators, posts, videos and more"
    type="search"
    role="combobox"
    aria-expanded={isOpen}
    aria-controls={listId}
    aria-autocomplete="list"
    aria-activedescendant={active ?? undefined}
    enterKeyHint="search"
    autoComplete="off"
    maxLength={100}
    prefix={<Search size={18} />}
    suffix={
      typed === '' ? undefined : (
        <IconButton label="Clear search" onClick={() => (onType(''), input.current?.focus())}>
          <X size={18} />
        </IconButton>
      )
    }
    value={typed}
    onClick={onOpen}
    onKeyDown={({ key }) => (key === 'ArrowDown' ? onOpen() : undefined)}
    onChange={(event) => (onType(event.target.value), onOpen())}
  />
);

/** Searches when submitted. What to search for is suggested below it, by code that loads when it is used. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const accountId = useAppSelector(selectCurrentUser)?._id ?? null;
  const [typed, setTyped] = useTyped(value);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  useFocusOnArrival(input, value === '');
  const close = () => (setOpen(false), setActive(null));
  const type = (text: string) => (setTyped(text), setActive(null));
  const search = (q: string) => {
    close();
    setTyped(q);
    rememberSearch(accountId, q);
    onSearch(q.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(typed);
  };
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- where the focus goes, not what is pressed
    <form role="search" action={routes.search} onSubmit={submit} onBlur={leave} className={styles.field}>
      <Box {...{ input, listId, typed, active, isOpen }} onType={type} onOpen={() => setOpen(true)} />
      {isOpen ? (
        <LazyClient skeleton={null}>
          <Suggestions
            {...{ listId, input, accountId, active }}
            q={typed.trim()}
            onActive={setActive}
            onSearch={search}
            onClose={close}
          />
        </LazyClient>
      ) : null}
    </form>
  );
}
