import { useState } from 'react';
import { Select } from '#ui/forms/text-input.tsx';
import styles from './catalogue.module.css';
import { type Entry, entries } from './entries.ts';
import { Product } from './product.tsx';

/** The stories of an entry, one below the other. */
export const EntryPage = ({ entry }: { entry: Entry }) => (
  <Product>
    <main className={styles.page}>
      <h1 hidden>{entry.id}</h1>
      {entry.stories.map(([name, Story]) => (
        <section key={name} aria-label={name}>
          {entry.stories.length > 1 ? <h2>{name}</h2> : null}
          <Story />
        </section>
      ))}
    </main>
  </Product>
);

const choices = {
  theme: [
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
  ],
  dir: [
    { value: 'ltr', label: 'Left to right' },
    { value: 'rtl', label: 'Right to left' },
  ],
  width: [
    { value: '390px', label: 'Phone, 390 px' },
    { value: '768px', label: 'Tablet, 768 px' },
    { value: '100%', label: 'As wide as the window' },
  ],
};

/** The list of entries, and the chosen one in a frame of the chosen width, theme and direction. */
export function Catalogue() {
  const [shown, setShown] = useState({
    entry: decodeURIComponent(location.hash.slice(1)) || (entries[0]?.id ?? ''),
    theme: 'light',
    dir: 'ltr',
    width: '390px',
  });
  const { width, ...query } = shown;
  const choice = (name: keyof typeof choices, label: string) => (
    <Select
      label={label}
      options={choices[name]}
      value={shown[name]}
      onChange={({ target }) => setShown({ ...shown, [name]: target.value })}
    />
  );
  return (
    <div className={styles.catalogue}>
      <nav className={styles.names} aria-label="Components">
        {entries.map(({ id }) => (
          <a
            key={id}
            href={`#${id}`}
            aria-current={id === shown.entry || undefined}
            onClick={() => setShown({ ...shown, entry: id })}
          >
            {id}
          </a>
        ))}
      </nav>
      <div className={styles.tools}>
        {choice('theme', 'Theme')}
        {choice('dir', 'Direction')}
        {choice('width', 'Width')}
      </div>
      <iframe
        title={shown.entry}
        className={styles.frame}
        style={{ maxWidth: width }}
        src={`?${new URLSearchParams(query)}`}
      />
    </div>
  );
}
