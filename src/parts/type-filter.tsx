import type { FeedType } from '#contract/feeds';
import { ChipButton, ChipRow } from '#ui/chip';

/** Every type a post can have, in the words of a filter. */
export const typeLabels: Readonly<Record<FeedType, string>> = {
  text: 'Text',
  photo: 'Photos',
  video: 'Videos',
  audio: 'Audio',
  teaser: 'Teasers',
  poll: 'Polls',
};
const types = Object.keys(typeLabels) as FeedType[];

/** The type that a part of an address names, or null. */
export const typeOf = (text: unknown): FeedType | null => types.find((type) => type === text) ?? null;

export interface TypeFilterProps {
  /** Null for all. */
  readonly value: FeedType | null;
  readonly onChange: (type: FeedType | null) => void;
  readonly className?: string;
}

/** Narrows a list of posts to one type. */
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
