import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { IconButton } from '#ui/content/button.tsx';
import styles from '../profile.module.css';

export interface TabSearchProps {
  readonly name: string;
  /** Plural noun, such as "photos". */
  readonly what: string;
}

/**
 * The search of a tab, kept in the address: a button in the line of the tabs, and the field that it opens under
 * them.
 */
export function TabSearch({ name, what }: TabSearchProps) {
  const params = useQueryParams();
  const q = params.get('q');
  const [isOpen, setOpen] = useState(q !== '');
  const label = `Search ${name}’s ${what}`;
  const toggle = () => {
    setOpen(!isOpen);
    if (isOpen) params.set({ q: '' });
  };
  return (
    <>
      <IconButton label={isOpen ? 'Close search' : label} aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? <X size={18} /> : <Search size={18} />}
      </IconButton>
      {isOpen ? (
        <div className={styles.search}>
          <SearchBox
            label={label}
            placeholder={`Search ${what}`}
            value={q}
            onChange={(words) => params.set({ q: words })}
            focused={q === ''}
          />
        </div>
      ) : null}
    </>
  );
}
