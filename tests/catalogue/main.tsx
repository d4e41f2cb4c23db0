import { createRoot } from 'react-dom/client';
import '../../src/ui/theme/theme.css.css';
import { Catalogue, EntryPage } from './catalogue.tsx';
import { entries } from './entries.ts';

const query = new URLSearchParams(location.search);
const root = document.documentElement;
root.dataset['theme'] = query.get('theme') ?? 'light';
root.dir = query.get('dir') ?? 'ltr';

// For the test, which opens each of them.
Object.assign(window, { catalogue: entries.map(({ id }) => id) });

const entry = entries.find(({ id }) => id === query.get('entry'));
createRoot(document.querySelector('#root')!).render(entry ? <EntryPage entry={entry} /> : <Catalogue />);
