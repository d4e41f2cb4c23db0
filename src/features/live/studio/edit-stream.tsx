import { type FormEvent, useState } from 'react';
import type { Stream } from '#contract/streams.ts';
import { problemMessage, texts } from '#lib/problem.ts';
import { useChangeStreamMutation } from '#state/api/streams/own-streams.ts';
import { Button } from '#ui/content/button.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { limits } from '#config/limits.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { GoalFields } from './stream-fields.tsx';
import { tipGoalOf } from './stream-values.ts';

/** Title and tip goal, which can change while live. */
export function EditStream({ stream }: { stream: Stream }) {
  const [title, setTitle] = useState(stream.title);
  const [goal, setGoal] = useState({
    hasGoal: stream.tipGoal !== null,
    goal: stream.tipGoal ? String(stream.tipGoal.tokens) : '',
    goalText: stream.tipGoal?.text ?? '',
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [change, { isLoading }] = useChangeStreamMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const tipGoal = tipGoalOf(goal);
    if (title.trim() === '') return setProblem('Enter a title.');
    if (tipGoal && tipGoal.tokens < 1) return setProblem('Enter a goal of at least 1 token.');
    setProblem(null);
    const { error } = await change({ id: stream._id, body: { title: title.trim(), tipGoal } });
    if (error) setProblem(problemMessage(error));
    else toast.success(texts.saved);
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
        </Stack>
      </form>
    </SectionCard>
  );
}
