import { distinctTags } from '#lib/markup/tags-and-mentions.ts';
import { MultiSelectField } from '#ui/antd/select-field.tsx';

const most = 20;
const longest = 30;

export interface TagsFieldProps {
  readonly label?: string;
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
  readonly disabled?: boolean;
}

/** Adds typed tags, separated by commas, each once as it was first written, as the server does it. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const added = typed
    .split(',')
    .map((word) => word.trim().replace(/^#/, '').slice(0, longest))
    .filter(Boolean);
  return distinctTags([...tags, ...added]).slice(0, most);
}

/** A field for search tags. A comma or Enter turns the typed text into a tag. */
export const TagsField = ({ label = 'Tags', value, onChange, disabled }: TagsFieldProps) => (
  <MultiSelectField
    label={label}
    optional
    hint={`Up to ${most} tags, separated by commas.`}
    placeholder="ceramics, glaze"
    isOpenEnded
    options={[]}
    most={most}
    disabled={disabled}
    value={value}
    onChange={(words) => onChange(withTags([], words.join(',')))}
  />
);
