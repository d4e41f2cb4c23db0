import { createRoot } from 'react-dom/client';
import '@fontsource-variable/vazirmatn/wght.css';
import '../../src/ui/theme/theme.css.css';
import { Catalogue, EntryPage } from './catalogue.tsx';
import { entries } from './entries.ts';

const query = new URLSearchParams(location.search);
const root = document.documentElement;
root.dataset['theme'] = query.get('theme') ?? 'light';
root.dir = query.get('dir') ?? 'ltr';

// For the test, which opens each of them, and for pictures, whose text mustn't depend on the fonts of a machine.
Object.assign(window, { catalogue: entries.map(({ id, alone }) => ({ id, alone })) });
const font = query.get('font');
if (font) {
  for (const name of ['--font', '--font-mono']) root.style.setProperty(name, `'${font}'`);
  // Before anything measures its text.
  await Promise.all(Array.from(document.fonts, (face) => face.load()));
}

const entry = entries.find(({ id }) => id === query.get('entry'));
createRoot(document.querySelector('#root')!).render(entry ? <EntryPage entry={entry} /> : <Catalogue />);
