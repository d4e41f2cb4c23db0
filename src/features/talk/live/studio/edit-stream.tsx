import type { Stream } from '#contract/talk/streams/streams.ts';
import { texts } from '#lib/problem.ts';
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
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { GoalFields, TitleField } from './stream-fields.tsx';
import { type StreamErrors, toTipGoal } from './stream-values.ts';

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
  const [change] = useWrite(changeStream);
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
  return { save, elsewhere };
}

const toValues = (stream: Stream) => ({ title: stream.title, ...toGoalFields(stream) });
type Values = ReturnType<typeof toValues>;

function check(values: Values): StreamErrors {
  const tipGoal = toTipGoal(values);
  return {
    ...(values.title.trim() === '' && { title: 'Enter a title.' }),
    ...(tipGoal && tipGoal.tokens < 1 && { goal: 'Enter a goal of at least 1 token.' }),
  };
}

/** Title and tip goal, which can change while live. */
export function EditStream({ stream }: { stream: Stream }) {
  const { save, elsewhere } = useSaving(stream);
  const form = useForm<Values>({
    initial: toValues(stream),
    check,
    submit: async (values) => {
      await save({ title: values.title.trim(), tipGoal: toTipGoal(values) });
      toast.success(texts.saved);
    },
  });
  return (
    <SectionCard title="Title and goal">
      <Form onSubmit={form.onSubmit}>
        <Stack gap={12}>
          <FormErrors errors={form.errors} />
          <TitleField form={form} />
          <GoalFields form={form} />
          <div>
            <Button type="submit" busy={form.busy}>
              Save changes
            </Button>
          </div>
          <ChangedElsewhere
            noun="stream"
            elsewhere={elsewhere}
            getTexts={editedTexts}
            // Loading the page anew would interrupt the stream.
            onTheirs={({ stream: theirs }) => form.change(toValues(theirs))}
          />
        </Stack>
      </Form>
    </SectionCard>
  );
}
