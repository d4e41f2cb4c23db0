import { limits } from '#config/limits.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getHeldWords, setHeldWords } from '#services/content/comments.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

const { heldWords: most, heldWordLength: longest } = limits.stream;

const splitWords = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

function check({ words }: { words: string }): { words?: string } {
  const all = splitWords(words);
  if (all.length > most) return { words: `Add at most ${most} words or phrases.` };
  const long = all.find((word) => word.length > longest);
  return long === undefined ? {} : { words: `“${long.slice(0, 20)}…” has more than ${longest} characters.` };
}

function WordsForm({ saved }: { saved: readonly string[] }) {
  const [save] = useWrite(setHeldWords);
  const form = useForm({
    initial: { words: saved.join('\n') },
    check,
    submit: async ({ words }) => {
      await save({ body: { words: splitWords(words) } }).unwrap();
      toast.success('Changes saved');
    },
  });
  return (
    <Form onSubmit={form.onSubmit} aria-label="Filtered words">
      <Stack>
        <FormErrors errors={form.errors} />
        <TextArea
          label="Words and phrases"
          rows={6}
          autoComplete="off"
          spellCheck={false}
          hint="One on each line. Capital letters, accents, and simple tricks such as “s p a m” or “spaaam” make no difference."
          {...form.text('words')}
        />
        <Row>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

/** The words with which a creator holds what others write. */
export function HeldWordsForm() {
  const request = useRead(getHeldWords);
  const skeleton = (
    <Skeleton label="Loading words">
      <SkeletonBlock height={220} width="100%" />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ words }) => <WordsForm key={words.join('\n')} saved={words} />}
    </LoadedView>
  );
}
