import { type FormEvent, useState } from 'react';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { problemMessage, texts } from '#lib/problem.ts';
import {
  ChangedElsewhere,
  hasAll,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { getStream } from '#services/talk/streams/streams.ts';
import { useApi } from '#state/hooks.ts';
import { formatTokens } from '#lib/format.ts';
import { changeStream } from '#services/talk/streams/own-streams.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { limits } from '#config/limits.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { GoalFields } from './stream-fields.tsx';
import { toTipGoal } from './stream-values.ts';

/** By its edits: everything else of a stream moves while it runs. */
const edited = (stream: Stream) => ({ updatedAt: stream.editedAt, stream });
const getParts = ({ stream: { title, tipGoal } }: ReturnType<typeof edited>) => [title, tipGoal];
const editedTexts = ({ stream: { title, tipGoal } }: ReturnType<typeof edited>) => [
  title,
  tipGoal ? `${formatTokens(tipGoal.tokens)} ${tipGoal.text}`.trim() : '',
];

const toGoalFields = ({ tipGoal }: Stream) => ({
  hasGoal: tipGoal !== null,
  goal: tipGoal ? String(tipGoal.tokens) : '',
  goalText: tipGoal?.text ?? '',
});

/** Saves the title and goal only as they were when the form opened. */
function useSaving(stream: Stream) {
  const api = useApi();
  const [change, { isLoading }] = useWrite(changeStream);
  const elsewhere = useChangedElsewhere({
    record: edited(stream),
    load: async () => edited(await getStream(api, { params: { id: stream._id } })),
    getParts,
  });
  const save = (body: Pick<Stream, 'title' | 'tipGoal'>) =>
    elsewhere.send(
      async (version) => edited(await change({ params: { id: stream._id }, body, version }).unwrap()),
      (now) => hasAll(now.stream, body),
    );
  return { save, isLoading, elsewhere };
}

/** Title and tip goal, which can change while live. */
export function EditStream({ stream }: { stream: Stream }) {
  const [title, setTitle] = useState(stream.title);
  const [goal, setGoal] = useState(() => toGoalFields(stream));
  const [problem, setProblem] = useState<string | null>(null);
  const { save, isLoading, elsewhere } = useSaving(stream);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const tipGoal = toTipGoal(goal);
    if (title.trim() === '') return setProblem('Enter a title.');
    if (tipGoal && tipGoal.tokens < 1) return setProblem('Enter a goal of at least 1 token.');
    setProblem(null);
    try {
      await save({ title: title.trim(), tipGoal });
      toast.success(texts.saved);
    } catch (caught) {
      setProblem(problemMessage(caught));
    }
  };
  // Loading the page anew would interrupt the stream.
  const take = ({ stream: theirs }: ReturnType<typeof edited>) => {
    setTitle(theirs.title);
    setGoal(toGoalFields(theirs));
    setProblem(null);
  };
  return (
    <SectionCard title="Title and goal">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={12}>
          <FormErrors errors={problem ? [{ message: problem }] : []} />
          <TextInput
            label="Title"
            maxLength={limits.text.title}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <GoalFields values={goal} set={(next) => setGoal({ ...goal, ...next })} errors={{}} />
          <div>
            <Button type="submit" busy={isLoading}>
              Save changes
            </Button>
          </div>
          <ChangedElsewhere noun="stream" elsewhere={elsewhere} getTexts={editedTexts} onTheirs={take} />
        </Stack>
      </form>
    </SectionCard>
  );
}
