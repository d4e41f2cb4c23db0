import { useId } from 'react';
import { limits } from '#config/limits.ts';
import { PricingFields } from '#components/content/media-items/pricing-fields.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { FormPart } from '#ui/forms/use-form.ts';
import type { StreamValues } from './stream-values.ts';

type StreamForm<Names extends keyof StreamValues = keyof StreamValues> = {
  readonly form: FormPart<Pick<StreamValues, Names>>;
};

const words = {
  noun: 'stream',
  lockedHint: 'Others see the title and how to subscribe.',
  soldHint: 'A ticket is bought once. It’s good for this stream, and for its replay if you record it.',
};

export const TitleField = ({ form }: StreamForm<'title'>) => (
  <TextInput label="Title" maxLength={limits.text.title} {...form.text('title')} />
);

export const AccessFields = ({ form }: StreamForm) => <PricingFields form={form} words={words} />;

export const GoalFields = ({ form }: StreamForm<'hasGoal' | 'goal' | 'goalText'>) => (
  <Stack gap={12}>
    <Checkbox
      label="Set a tip goal"
      hint="Viewers see how close the tips are to it."
      {...form.flag('hasGoal')}
    />
    {form.values.hasGoal ? (
      <>
        <TextInput
          label="Goal"
          suffix="tokens"
          inputMode="numeric"
          autoComplete="off"
          {...form.text('goal')}
        />
        <TextInput
          label="What it’s for"
          optional
          maxLength={limits.text.tipNote}
          {...form.text('goalText')}
        />
      </>
    ) : null}
  </Stack>
);

const writers = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followers', label: 'Followers' },
  { value: 'subscribers', label: 'Subscribers' },
];
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

export const ChatFields = ({ form }: StreamForm) => (
  <Stack gap={12}>
    <Select label="Who can chat" options={writers} {...form.text('chatAudience')} />
    <Select label="Slow mode" options={slowOptions(form.values.slowSeconds)} {...form.text('slowSeconds')} />
    <TextArea
      label="Filtered words"
      optional
      hint="Messages with these words are held until you or a moderator approves them. Separate words with commas."
      rows={2}
      {...form.text('heldWords')}
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

/** `canRecord`: whether this site can record streams. */
export function ReplayFields({ form, canRecord }: StreamForm & { readonly canRecord: boolean }) {
  const name = useId();
  if (!canRecord) return <Notice>This site can’t record streams, so there will be no replay.</Notice>;
  return (
    <RadioCards
      label="Recording"
      name={name}
      options={replays}
      value={form.values.replay}
      onChange={(replay) => form.change({ replay })}
    />
  );
}
