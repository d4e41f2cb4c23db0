import BookMarked from 'lucide-react/icons/book-marked';
import FileText from 'lucide-react/icons/file-text';
import Images from 'lucide-react/icons/images';
import MessageCircle from 'lucide-react/icons/message-circle';
import Radio from 'lucide-react/icons/radio';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Video from 'lucide-react/icons/video';
import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { routes } from '#config/routes.ts';
import type { LibraryItem, LibraryKind } from '#contract/content/library.ts';
import { formatDay } from '#lib/format-time.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { MediaRow } from '#components/content/media-items/media-row.tsx';
import { type LibraryFilter, listLibrary, listUnfinished } from '#services/content/library.ts';
import { listQuestion, question } from '#services/http/endpoints.ts';
import { type ReadResult, askAgain, useList, useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { useMinutesAhead } from '#ui/hooks/use-hydrated.ts';
import { Tokens } from '#ui/content/money.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { RowList } from './row-list.tsx';
import { UnfinishedRow } from './unfinished-row.tsx';

const kinds = {
  feed: { word: 'Post', many: 'Posts', icon: <FileText size={24} /> },
  video: { word: 'Video', many: 'Videos', icon: <Video size={24} /> },
  gallery: { word: 'Gallery', many: 'Galleries', icon: <Images size={24} /> },
  product: { word: 'Download', many: 'Downloads', icon: <ShoppingBag size={24} /> },
  message: { word: 'Message', many: 'Messages', icon: <MessageCircle size={24} /> },
  stream: { word: 'Live stream', many: 'Live streams', icon: <Radio size={24} /> },
} as const satisfies Record<LibraryKind, object>;
const all = Object.keys(kinds) as LibraryKind[];

/** What the page asks first. */
export const libraryQuestions = () => [
  listQuestion(listLibrary, { query: {} }),
  question(listUnfinished, {}),
];

/** Path of a purchased item. */
function itemPath({ kind, itemId, conversationId }: LibraryItem): string | null {
  if (kind === 'message') return conversationId && `${routes.conversation(conversationId)}?message=${itemId}`;
  return routes[kind](itemId);
}

const BoughtOn = ({ iso }: { iso: string }) => <span>bought {formatDay(iso, useMinutesAhead())}</span>;

const Row = ({ item }: { item: LibraryItem }) => (
  <MediaRow
    href={itemPath(item)}
    title={item.title || `${kinds[item.kind].word} by ${item.performer.name}`}
    performer={item.performer}
    picture={item.cover}
    icon={kinds[item.kind].icon}
    facts={
      <>
        <span>{kinds[item.kind].word}</span>
        <BoughtOn iso={item.boughtAt} />
        <Tokens tokens={item.price} />
      </>
    }
  />
);

const Nothing = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? (
    <EmptyState
      title="No results"
      text="Try another word or type."
      action={<Button onClick={onClear}>Show everything</Button>}
    />
  ) : (
    <EmptyState
      icon={<BookMarked size={28} />}
      title="No purchases yet"
      text="Everything you unlock appears here and is yours to keep."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  );

interface ListProps {
  readonly filter: LibraryFilter;
  readonly onClear: () => void;
  /** Keeps the skeleton until what is above the list is known, so that it doesn't move. */
  readonly held: boolean;
}
function List({ filter, onClear, held }: ListProps) {
  const found = toInfinitePages(useList(listLibrary, { query: filter }, askAgain));
  const list = { ...found, waiting: found.waiting || held };
  return (
    <RowList
      list={list}
      label="Your purchases"
      loadingLabel="Loading your library"
      empty={<Nothing filtered={Boolean(filter.q ?? filter.kind)} onClear={onClear} />}
    >
      {(item) => <Row item={item} />}
    </RowList>
  );
}

/** What is unfinished, or why it isn't shown; nothing while it loads, because the list below waits for it. */
const ContinueWatching = ({
  currentData,
  error,
  isFetching,
  refetch,
}: ReadResult<typeof listUnfinished.route>) => {
  if (currentData) return <UnfinishedRow items={currentData.data} />;
  if (!error) return null;
  return (
    <Notice
      tone="danger"
      announce
      action={
        <Button busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      Couldn’t load what you were watching. {problemMessage(error)}
    </Notice>
  );
};

/** `/user/library`: everything the user has bought, accessible permanently. */
export function LibraryView() {
  const [kind, setKind] = useState<LibraryKind | null>(null);
  const [q, setQ] = useState('');
  const unfinished = useRead(listUnfinished, {}, askAgain);
  const clear = () => {
    setKind(null);
    setQ('');
  };
  return (
    <Stack gap={24}>
      <PageHead title="Library" unlisted />
      <PageHeader
        title="Library"
        text="Everything you bought. It’s yours to keep, even if the creator removes it or your subscription ends."
      />
      <Stack>
        <SearchBox
          label="Search your library by title or creator"
          placeholder="Title or creator"
          value={q}
          onChange={setQ}
        />
        <ChipRow label="Type">
          <ChipButton pressed={kind === null} onClick={() => setKind(null)}>
            All
          </ChipButton>
          {all.map((each) => (
            <ChipButton
              key={each}
              pressed={kind === each}
              onClick={() => setKind(kind === each ? null : each)}
            >
              {kinds[each].many}
            </ChipButton>
          ))}
        </ChipRow>
        {kind === null && q === '' ? <ContinueWatching {...unfinished} /> : null}
        <List
          filter={{ ...(kind && { kind }), ...(q && { q }) }}
          onClear={clear}
          held={unfinished.isLoading}
        />
      </Stack>
    </Stack>
  );
}
