import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { IconButton } from '#ui/content/button.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import styles from './search-box.module.css';

/** How long typing rests before it counts, milliseconds. */
const rest = 300;

export interface SearchBoxProps {
  /** What is being looked for at present. */
  readonly value: string;
  readonly onChange: (q: string) => void;
  /** What can be found, for those who listen. */
  readonly label: string;
  readonly placeholder: string;
  /** It was just asked for: one types at once. */
  readonly focused?: boolean;
}

/** Looks while one types, without a button. */
export function SearchBox({ value, onChange, label, placeholder, focused }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = (text: string) => {
    if (text.trim() === sent.current) return;
    sent.current = text.trim();
    onChange(text.trim());
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focused) form.current?.querySelector('input')?.focus();
  }, [focused]);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), rest);
    return () => clearTimeout(timer);
  }, [typed]);
  // The address can change without the box: a step back, a cleared filter.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(typed);
  };
  return (
    <form ref={form} role="search" onSubmit={submit} className={styles.form}>
      <TextInput
        label={label}
        hideLabel
        placeholder={placeholder}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        prefix={<Search size={18} />}
        suffix={
          typed === '' ? undefined : (
            <IconButton label="Clear search" onClick={() => (setTyped(''), send(''))}>
              <X size={18} />
            </IconButton>
          )
        }
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
