import type { Audience, WorkState } from '#contract/common';
import { Chip, type ChipTone } from '#ui/chip';
import type { SelectOption } from '#ui/text-input';

const words: Readonly<Record<WorkState, { text: string; tone: ChipTone }>> = {
  draft: { text: 'Draft', tone: 'neutral' },
  processing: { text: 'Processing', tone: 'warning' },
  waiting: { text: 'Waiting for others', tone: 'warning' },
  scheduled: { text: 'Scheduled', tone: 'primary' },
  published: { text: 'Published', tone: 'success' },
  archived: { text: 'Archived', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'danger' },
  removed: { text: 'Deleted', tone: 'neutral' },
};
const shown: readonly WorkState[] = ['draft', 'waiting', 'scheduled', 'published', 'archived'];

/** The state of a gallery or a photo as a coloured word, and as a choice. */
export const State = Object.assign(({ state }: { state: WorkState }) => <Chip tone={words[state].tone}>{words[state].text}</Chip>, {
  options: shown.map((value): SelectOption => ({ value, label: words[value].text })),
  /** The state that a part of an address names, or null. */
  of: (text: unknown): WorkState | null => shown.find((state) => state === text) ?? null,
});

export const audienceWords: Readonly<Record<Audience, string>> = { public: 'Everybody', followers: 'Followers', subscribers: 'Subscribers' };
export const audienceOptions: readonly SelectOption[] = (Object.keys(audienceWords) as Audience[]).map((value) => ({ value, label: audienceWords[value] }));
export const audienceOf = (text: unknown): Audience | null => (Object.keys(audienceWords) as Audience[]).find((audience) => audience === text) ?? null;
