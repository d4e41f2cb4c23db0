import { MultiSelectField } from '#ui/antd/select-field.tsx';

const most = 20;
const longest = 30;

export interface TagsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
  readonly disabled?: boolean;
}

/** The tags with what was typed added, each once, as the server keeps them. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const added = typed
    .split(',')
    .map((word) => word.trim().replace(/^#/, '').toLowerCase().slice(0, longest))
    .filter(Boolean);
  return [...new Set([...tags, ...added])].slice(0, most);
}

/** Words to find a media item by, each made a chip by a comma or Enter. */
export const TagsField = ({ value, onChange, disabled }: TagsFieldProps) => (
  <MultiSelectField
    label="Tags"
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
