import type { PostType } from '#contract/content/posts/posts.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';

/** Filter labels by post type. */
export const typeLabels: Readonly<Record<PostType, string>> = {
  text: 'Text',
  photo: 'Photos',
  video: 'Videos',
  audio: 'Audio',
  teaser: 'Teasers',
  poll: 'Polls',
};
const types = Object.keys(typeLabels) as PostType[];

/** Parses a URL parameter; null if it isn't a post type. */
export const parsePostType = (text: unknown): PostType | null => types.find((type) => type === text) ?? null;

export interface TypeFilterProps {
  /** Null for all types. */
  readonly value: PostType | null;
  readonly onChange: (type: PostType | null) => void;
  readonly className?: string;
}

/** Filters a list of posts by type. */
export const TypeFilter = ({ value, onChange, className }: TypeFilterProps) => (
  <ChipRow label="Type of post" className={className}>
    <ChipButton pressed={value === null} onClick={() => onChange(null)}>
      All
    </ChipButton>
    {types.map((type) => (
      <ChipButton key={type} pressed={value === type} onClick={() => onChange(value === type ? null : type)}>
        {typeLabels[type]}
      </ChipButton>
    ))}
  </ChipRow>
);
