import type { OwnPost } from '#contract/content/posts/posts.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import type { SelectOption } from '#ui/forms/text-input.tsx';

type State = OwnPost['state'];

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

const options: SelectOption[] = (Object.keys(words) as State[])
  .filter((state) => state !== 'removed')
  .map((value) => ({ value, label: words[value].text }));

/** Progress of the slowest file; null if unknown. */
function slowestPercent({ state, files, thumbnail, teaser }: Standing): number | null {
  if (state !== 'processing') return null;
  const under = [...files, thumbnail, teaser].filter((file) => file !== null && file.state !== 'ready');
  return Math.min(...under.map((file) => file?.percent ?? 0), 100) % 100 || null;
}

type Standing = Pick<OwnPost, 'state' | 'files' | 'thumbnail' | 'teaser'>;
const Word = ({ post }: { post: Standing }) => {
  const percent = slowestPercent(post);
  return (
    <Chip tone={words[post.state].tone}>
      {words[post.state].text}
      {percent === null ? '' : `, ${percent}%`}
    </Chip>
  );
};

/** A post's state as a colored label, with options for a filter. */
export const PostStateLabel = Object.assign(Word, {
  options,
  /** Parses a URL parameter; null if it isn't a state. */
  of: (text: unknown): State | null =>
    typeof text === 'string' && Object.hasOwn(words, text) ? (text as State) : null,
});
