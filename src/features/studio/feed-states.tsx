import type { OwnFeed } from '#contract/feeds';
import { Chip, type ChipTone } from '#ui/chip';
import type { SelectOption } from '#ui/text-input';

type State = OwnFeed['state'];

const words: Readonly<Record<State, { text: string; tone: ChipTone }>> = {
  draft: { text: 'Draft', tone: 'neutral' },
  processing: { text: 'Processing', tone: 'warning' },
  scheduled: { text: 'Scheduled', tone: 'primary' },
  published: { text: 'Published', tone: 'success' },
  expired: { text: 'Expired', tone: 'neutral' },
  archived: { text: 'Archived', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'danger' },
  removed: { text: 'Deleted', tone: 'neutral' },
};

const options: SelectOption[] = (Object.keys(words) as State[]).filter((state) => state !== 'removed').map((value) => ({ value, label: words[value].text }));

/** A post's state as a coloured word, and as a choice. */
export const FeedState = Object.assign(({ state }: { state: State }) => <Chip tone={words[state].tone}>{words[state].text}</Chip>, {
  options,
  /** The state that a part of an address names, or null. */
  of: (text: unknown): State | null => (typeof text === 'string' && Object.hasOwn(words, text) ? (text as State) : null),
});
