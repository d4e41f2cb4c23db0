import { isComposing } from '#ui/forms/composing.ts';
import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import Tag from 'lucide-react/icons/tag';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { routes } from '#config/routes.ts';
import type { SearchSuggestions } from '#contract/across/search/search.ts';
import { plural } from '#lib/format.ts';
import { splitTypedWords, wordsBegunBy } from '#lib/search/words.ts';
import { profilePath } from '#components/people/accounts/person.tsx';
import { suggestSearches } from '#services/across/search/search.ts';
import { useRead } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { noFilters, searchAddress } from './filters.ts';
import { Marked } from '#components/content/media-items/marked.tsx';
import { forgetSearches, recentSearches } from './recent-searches.ts';
import styles from './suggestions.module.css';

/** Milliseconds without a key after which suggestions are asked for. */
const PAUSE_MS = 120;

export interface SuggestionsProps {
  readonly listId: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly accountId: string | null;
  /** What has been typed. */
  readonly q: string;
  /** The id of the option that the arrow keys are at. */
  readonly active: string | null;
  readonly onActive: (id: string | null) => void;
  readonly onSearch: (q: string) => void;
  readonly onClose: () => void;
}

interface Option {
  readonly key: string;
  readonly icon: ReactNode;
  readonly words: ReactNode;
  readonly choose: () => void;
}
interface Group {
  readonly label: string;
  readonly options: readonly Option[];
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

interface Go {
  readonly search: (q: string) => void;
  readonly open: (address: string) => void;
}

function buildGroups({ performers, topics, queries }: SearchSuggestions, q: string, go: Go): Group[] {
  const typed = splitTypedWords(q);
  const marked = (text: string) => <Marked text={text} found={wordsBegunBy(text, typed)} />;
  return [
    {
      label: 'Searches',
      options: queries.map((text) => ({
        key: `q ${text}`,
        icon: <Search size={18} />,
        words: marked(text),
        choose: () => go.search(text),
      })),
    },
    {
      label: 'Creators',
      options: performers.map((creator) => ({
        key: creator._id,
        icon: <Avatar src={creator.avatar} size={32} live={creator.isLive} />,
        words: (
          <>
            <bdi>{marked(creator.name)}</bdi>
            {creator.isVerified ? <VerifiedMark /> : null}{' '}
            <span className={styles.aside}>@{creator.username}</span>
          </>
        ),
        choose: () => go.open(profilePath(creator)),
      })),
    },
    {
      label: 'Topics',
      options: topics.map(({ name, kind }) => ({
        key: `${kind} ${name}`,
        icon: <Tag size={18} />,
        words: (
          <>
            {kind === 'hashtag' ? '#' : ''}
            {marked(name)} <span className={styles.aside}>{kind === 'category' ? 'Category' : 'Tag'}</span>
          </>
        ),
        choose: () =>
          kind === 'tag'
            ? go.search(name)
            : kind === 'hashtag'
              ? go.open(routes.tag(name))
              : go.open(searchAddress({ ...noFilters, kind: 'creators', category: name })),
      })),
    },
  ].filter(({ options }) => options.length > 0);
}

/** Moves through the options with the arrow keys, while the focus stays in the box. */
function useKeys(
  { input, active, onActive, onClose }: SuggestionsProps,
  { ids, options }: { ids: readonly string[]; options: readonly Option[] },
): void {
  const onKey = useRef<(event: KeyboardEvent) => void>(() => undefined);
  useEffect(() => {
    onKey.current = (event) => {
      if (isComposing(event)) return;
      const at = active === null ? -1 : ids.indexOf(active);
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Enter' && options[at]) options[at].choose();
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        // Between the last and the first option, the box itself is one step.
        const count = ids.length + 1;
        const next = (at + 1 + (event.key === 'ArrowDown' ? 1 : -1) + count) % count;
        onActive(ids[next - 1] ?? null);
      } else return;
      event.preventDefault();
    };
  });
  useEffect(() => {
    const box = input.current;
    const listen = (event: KeyboardEvent) => onKey.current(event);
    box?.addEventListener('keydown', listen);
    return () => box?.removeEventListener('keydown', listen);
  }, [input]);
}

function useGroups({ q, accountId, onSearch, onClose }: SuggestionsProps) {
  const router = useRouter();
  const pausedQuery = usePaused(q);
  const { data } = useRead(suggestSearches, pausedQuery === '' ? null : { query: { q: pausedQuery } });
  const [recent, setRecent] = useState(() => recentSearches(accountId));
  const open = (address: string) => {
    onClose();
    void router.push(address);
  };
  const forget = () => {
    forgetSearches(accountId);
    setRecent([]);
  };
  if (q !== '') return { groups: data ? buildGroups(data, q, { search: onSearch, open }) : [], forget: null };
  const options = recent.map((text) => ({
    key: text,
    icon: <History size={18} />,
    words: text,
    choose: () => onSearch(text),
  }));
  return options.length > 0
    ? { groups: [{ label: 'Recent searches', options }], forget }
    : { groups: [], forget: null };
}

/** What to search for, below the search box. */
export function Suggestions(props: SuggestionsProps) {
  const { listId, active } = props;
  const { groups, forget } = useGroups(props);
  const options = groups.flatMap((group) => group.options);
  const ids = options.map((_, at) => `${listId}-${at}`);
  useKeys(props, { ids, options });
  useEffect(() => {
    if (active) document.querySelector(`[id="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  let count = 0;
  return (
    <div className={styles.panel} hidden={options.length === 0}>
      <VisuallyHidden role="status">
        {options.length > 0 ? `${plural(options.length, 'suggestion')} available` : ''}
      </VisuallyHidden>
      {/* A press must not take the focus from the box. */}
      <div
        role="listbox"
        id={listId}
        aria-label="Suggestions"
        onPointerDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className={styles.label} aria-hidden="true">
              {group.label}
            </div>
            {group.options.map(({ key, icon, words, choose }) => {
              const id = ids[count++];
              return (
                // The arrow keys reach it from the box.
                <button
                  key={key}
                  type="button"
                  tabIndex={-1}
                  id={id}
                  role="option"
                  aria-selected={id === active}
                  className={styles.option}
                  onClick={choose}
                >
                  <span className={styles.icon} aria-hidden="true">
                    {icon}
                  </span>
                  <span className={styles.words}>{words}</span>
                </button>
              );
            })}
          </div>
        ))}
      </div>
      {forget ? (
        <Button variant="quiet" onClick={forget}>
          Clear recent searches
        </Button>
      ) : null}
    </div>
  );
}
