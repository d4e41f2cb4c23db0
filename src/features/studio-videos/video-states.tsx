import type { WorkState } from '#contract/common';
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

const options: SelectOption[] = (Object.keys(words) as WorkState[]).filter((state) => state !== 'removed').map((value) => ({ value, label: words[value].text }));

/** A video's state as a coloured word, and as a choice. */
export const VideoState = Object.assign(({ state }: { state: WorkState }) => <Chip tone={words[state].tone}>{words[state].text}</Chip>, {
  options,
  /** The state that a part of an address names, or null. */
  of: (text: unknown): WorkState | null => (typeof text === 'string' && Object.hasOwn(words, text) && text !== 'removed' ? (text as WorkState) : null),
});
