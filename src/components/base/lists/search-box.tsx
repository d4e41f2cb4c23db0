import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { IconButton } from '#ui/content/button.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import styles from './search-box.module.css';

/** Debounce delay in milliseconds. */
const rest = 300;

export interface SearchBoxProps {
  /** The current search term. */
  readonly value: string;
  readonly onChange: (q: string) => void;
  /** Accessible name: what can be searched. */
  readonly label: string;
  readonly placeholder: string;
  /** Takes focus on mount, because the user has just opened it. */
  readonly focused?: boolean;
}

/** Searches while the user types, without a button. */
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
  // The URL can change from outside the box, by going back or by clearing a filter.
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
