import { useId } from 'react';
import { limits } from '#config/limits.ts';
import { PricingFields } from '#components/content/media-items/pricing-fields.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { StreamErrors, StreamValues } from './stream-values.ts';

export interface StreamFieldsProps {
  readonly values: StreamValues;
  readonly set: (change: Partial<StreamValues>) => void;
  readonly errors: StreamErrors;
  /** Whether this site can record streams. */
  readonly canRecord: boolean;
}

const words = {
  noun: 'stream',
  lockedHint: 'Others see the title and how to subscribe.',
  soldHint: 'A ticket is bought once. It’s good for this stream, and for its replay if you record it.',
};

export const TitleField = ({ values, set, errors }: Omit<StreamFieldsProps, 'canRecord'>) => (
  <TextInput
    id="stream-title"
    label="Title"
    maxLength={limits.text.title}
    value={values.title}
    error={errors.title ?? null}
    onChange={({ target }) => set({ title: target.value })}
  />
);

export const AccessFields = ({ values, set, errors }: Omit<StreamFieldsProps, 'canRecord'>) => (
  <PricingFields values={values} set={set} error={errors.price} words={words} />
);

export const GoalFields = ({
  values,
  set,
  errors,
}: {
  values: Pick<StreamValues, 'hasGoal' | 'goal' | 'goalText'>;
  set: (change: Partial<Pick<StreamValues, 'hasGoal' | 'goal' | 'goalText'>>) => void;
  errors: StreamErrors;
}) => (
  <Stack gap={12}>
    <Checkbox
      label="Set a tip goal"
      hint="Viewers see how close the tips are to it."
      checked={values.hasGoal}
      onChange={({ target }) => set({ hasGoal: target.checked })}
    />
    {values.hasGoal ? (
      <>
        <TextInput
          id="stream-goal"
          label="Goal"
          suffix="tokens"
          inputMode="numeric"
          autoComplete="off"
          value={values.goal}
          error={errors.goal ?? null}
          onChange={({ target }) => set({ goal: target.value })}
        />
        <TextInput
          label="What it’s for"
          optional
          maxLength={limits.text.tipNote}
          value={values.goalText}
          onChange={({ target }) => set({ goalText: target.value })}
        />
      </>
    ) : null}
  </Stack>
);

const writers = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followers', label: 'Followers' },
  { value: 'subscribers', label: 'Subscribers' },
] as const;
const slow = [
  { value: '0', label: 'Off' },
  ...[3, 5, 10, 30, 60, 120].map((seconds) => ({
    value: String(seconds),
    label: `One message every ${seconds} s`,
  })),
];
const slowOptions = (value: string) =>
  slow.some((option) => option.value === value)
    ? slow
    : [...slow, { value, label: `One message every ${value} s` }];

export const ChatFields = ({ values, set, errors }: Omit<StreamFieldsProps, 'canRecord'>) => (
  <Stack gap={12}>
    <Select
      label="Who can chat"
      value={values.chatAudience}
      options={writers}
      onChange={({ target }) =>
        set({ chatAudience: writers.find(({ value }) => value === target.value)?.value ?? 'everyone' })
      }
    />
    <Select
      label="Slow mode"
      value={values.slowSeconds}
      options={slowOptions(values.slowSeconds)}
      onChange={({ target }) => set({ slowSeconds: target.value })}
    />
    <TextArea
      id="stream-words"
      label="Filtered words"
      optional
      hint="Messages with these words are held until you or a moderator approves them. Separate words with commas."
      rows={2}
      value={values.heldWords}
      error={errors.heldWords ?? null}
      onChange={({ target }) => set({ heldWords: target.value })}
    />
  </Stack>
);

const replays = [
  { value: 'none', label: 'Don’t record' },
  { value: 'draft', label: 'Save as a draft', hint: 'You decide later whether to publish it.' },
  {
    value: 'publish',
    label: 'Publish as a video',
    hint: 'With the same audience and price. Tickets are good for it.',
  },
] as const;

export function ReplayFields({ values, set, canRecord }: Omit<StreamFieldsProps, 'errors'>) {
  const name = useId();
  if (!canRecord) return <Notice>This site can’t record streams, so there will be no replay.</Notice>;
  return (
    <RadioCards
      label="Recording"
      name={name}
      options={replays}
      value={values.replay}
      onChange={(replay) => set({ replay })}
    />
  );
}
