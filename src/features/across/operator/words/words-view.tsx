import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import { limits } from '#config/limits.ts';
import { plural } from '#lib/format.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { addSiteWords, listSiteWords, removeSiteWords } from '#services/across/operator/words.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { ActionDialog } from '../parts/action-dialog.tsx';

const longest = limits.stream.heldWordLength;
const perPage = 100;

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function checkWords(text: string): string | null {
  const words = splitLines(text);
  if (words.length === 0) return 'Enter a word or phrase.';
  const long = words.find((word) => word.length > longest);
  return long ? `“${long.slice(0, 20)}…” is longer than ${longest} characters.` : null;
}

function AddWords() {
  const [add] = useWrite(addSiteWords);
  const form = useForm({
    initial: { words: '', reason: '' },
    check: ({ words, reason }) => {
      const wrong = checkWords(words);
      return {
        ...(wrong && { words: wrong }),
        ...(reason.trim() === '' && { reason: 'Enter a reason.' }),
      };
    },
    submit: async ({ words, reason }) => {
      const added = splitLines(words);
      await add({ body: { words: added, reason: reason.trim() } }).unwrap();
      form.set('words', '');
      form.set('reason', '');
      toast.success(`${plural(added.length, 'word')} added`);
    },
  });
  return (
    <SectionCard
      title="Add words"
      text="Matches whole words regardless of case, accents, and repeated or spaced letters. Existing comments aren’t affected."
    >
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextArea label="Words or phrases" hint="One on each line." rows={3} {...form.text('words')} />
          <TextInput label="Reason" maxLength={limits.text.reason} {...form.text('reason')} />
          <div>
            <Button type="submit" variant="primary" busy={form.busy}>
              Add words
            </Button>
          </div>
        </Stack>
      </Form>
    </SectionCard>
  );
}

interface Shown {
  readonly word: string;
}
const columnsWith = (onRemove: (word: string) => void): readonly Column<Shown>[] => [
  { key: 'word', title: 'Word or phrase', main: true, cell: ({ word }) => word },
  {
    key: 'action',
    title: 'Action',
    end: true,
    cell: ({ word }) => (
      <Button aria-label={`Remove “${word}”`} onClick={() => onRemove(word)}>
        Remove
      </Button>
    ),
  },
];

function RemoveWord({ word, onClose }: { word: string; onClose: () => void }) {
  const [remove] = useWrite(removeSiteWords);
  return (
    <ActionDialog
      onClose={onClose}
      action={{
        title: `Remove “${word}”?`,
        text: 'Comments already held because of it stay held.',
        confirmLabel: 'Remove word',
        isDanger: true,
        done: 'Word removed',
        act: (reason) => remove({ body: { words: [word], reason } }).unwrap(),
      }}
    />
  );
}

function Found({
  words,
  q,
  onRemove,
}: {
  words: readonly string[];
  q: string;
  onRemove: (word: string) => void;
}) {
  const [shown, setShown] = useState(perPage);
  const found = words.filter((word) => word.includes(q.trim().toLowerCase()));
  if (found.length === 0)
    return (
      <EmptyState
        compact
        level={3}
        title={q ? 'No words found' : 'No words yet'}
        text={q ? 'Try another part of the word.' : 'Nothing is held until you add a word.'}
      />
    );
  return (
    <>
      <Table
        caption="Filtered words"
        columns={columnsWith(onRemove)}
        rows={found.slice(0, shown).map((word) => ({ word }))}
        getKey={({ word }) => word}
      />
      {found.length > shown ? (
        <Button variant="quiet" block onClick={() => setShown(shown + perPage)}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

function List({ words }: { words: readonly string[] }) {
  const [q, setQ] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Section title={words.length > 0 ? plural(words.length, 'word') : 'Words'}>
      <Stack>
        {words.length > 0 ? (
          <SearchBox label="Find a word" placeholder="Find a word" value={q} onChange={setQ} />
        ) : null}
        <Found key={q} words={words} q={q} onRemove={setAsked} />
      </Stack>
      {asked === null ? null : <RemoveWord word={asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}

/** `/operator/words`: the words that hold comments and chat messages anywhere on the site. */
export function WordsView() {
  const request = useRead(listSiteWords);
  return (
    <Stack gap={24}>
      <PageHead title="Filtered words" unlisted />
      <PageHeader
        title="Filtered words"
        text="Across the site, comments and chat messages that contain one of these words are held for review. Creators can add their own for comments on their content."
      />
      <Row>
        <ButtonLink href={deskRoutes.comments}>Held comments</ButtonLink>
      </Row>
      <AddWords />
      <LoadedView
        request={request}
        skeleton={
          <Skeleton label="Loading words">
            <SkeletonBlock width="100%" height={240} />
          </Skeleton>
        }
      >
        {({ words }) => <List words={words} />}
      </LoadedView>
    </Stack>
  );
}
