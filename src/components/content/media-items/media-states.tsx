import type { Audience, MediaItemState } from '#contract/core/schemas.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import type { SelectOption } from '#ui/forms/text-input.tsx';

const words: Readonly<Record<MediaItemState, { text: string; tone: ChipTone }>> = {
  draft: { text: 'Draft', tone: 'neutral' },
  processing: { text: 'Processing', tone: 'warning' },
  waiting: { text: 'Waiting for creators', tone: 'warning' },
  scheduled: { text: 'Scheduled', tone: 'primary' },
  published: { text: 'Published', tone: 'success' },
  archived: { text: 'Archived', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'danger' },
  removed: { text: 'Deleted', tone: 'neutral' },
};

/** The state of a gallery, photo or video as a colored label. */
export const MediaItemStateChip = ({ state }: { state: MediaItemState }) => (
  <Chip tone={words[state].tone}>{words[state].text}</Chip>
);

/**
 * States to filter by: as options, and a parser for the URL parameter that returns null for anything else.
 */
const makeStateChoice = (shown: readonly MediaItemState[]) => ({
  options: shown.map((value): SelectOption => ({ value, label: words[value].text })),
  of: (text: unknown): MediaItemState | null => shown.find((state) => state === text) ?? null,
});
/** Pictures are ready at once, while videos are processed first. */
export const pictureStates = makeStateChoice(['draft', 'waiting', 'scheduled', 'published', 'archived']);
export const filmStates = makeStateChoice([
  'draft',
  'processing',
  'waiting',
  'scheduled',
  'published',
  'archived',
  'failed',
]);

export const audienceLabels: Readonly<Record<Audience, string>> = {
  public: 'Everyone',
  followers: 'Followers',
  subscribers: 'Subscribers',
};
export const audienceOptions: readonly SelectOption[] = (Object.keys(audienceLabels) as Audience[]).map(
  (value) => ({ value, label: audienceLabels[value] }),
);
export const parseAudience = (text: unknown): Audience | null =>
  (Object.keys(audienceLabels) as Audience[]).find((audience) => audience === text) ?? null;
