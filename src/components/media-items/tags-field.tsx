import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Chip } from '#ui/content/chip.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import styles from './choice-chips.module.css';

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

/** Words to find a work by. A comma or Enter adds one, Backspace in an empty field takes the last away. */
export function TagsField({ value, onChange, disabled }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    if (typed.trim()) onChange(withTags(value, typed));
    setTyped('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    add();
  };
  const change = (text: string) => {
    if (!text.includes(',')) return setTyped(text);
    onChange(withTags(value, text));
    return setTyped('');
  };
  return (
    <div className={styles.field}>
      <TextInput
        label="Tags"
        optional
        hint={`Up to ${most} tags, separated by commas.`}
        placeholder="ceramics, glaze"
        autoComplete="off"
        disabled={disabled || value.length >= most}
        value={typed}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
        onBlur={add}
      />
      {value.length > 0 ? (
        <ul className={styles.chips} aria-label="Added tags">
          {value.map((tag) => (
            <li key={tag}>
              <Chip className={styles.chip}>
                {tag}
                <button
                  type="button"
                  className={styles.away}
                  aria-label={`Remove the tag ${tag}`}
                  disabled={disabled}
                  onClick={() => onChange(value.filter((other) => other !== tag))}
                >
                  <X size={14} aria-hidden="true" />
                </button>
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
