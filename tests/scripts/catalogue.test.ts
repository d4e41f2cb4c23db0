import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../../scripts/boundaries.ts';

/** Parts of other components, which load or use them. */
const parts = [
  'antd/date-control',
  'antd/lazy-control',
  'antd/range-control',
  'antd/select-control',
  'antd/table-control',
  'charts/line-plot',
  'feedback/slow-loading-notice',
  'overlays/lazy-confirm-dialog',
  'overlays/lightbox-stage',
  'overlays/menu-panel',
  'theme/antd-provider',
].map((name) => `src/ui/${name}.tsx`);
/** The document's head, of which nothing is seen. */
const unseen = 'src/ui/layout/page-head.tsx';

test('every component of src/ui has a story', () => {
  const stories = globSync('tests/catalogue/stories/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const drawn = new Set(
    stories.flatMap((story) => Array.from(story.matchAll(/'#ui\/([^']+)'/g), ([, path]) => `src/ui/${path}`)),
  );
  const components = sourceFiles().filter((file) => /^src\/ui\/.*\.tsx$/.test(file));
  const without = components.filter((file) => !drawn.has(file));
  expect(without.toSorted()).toEqual([...parts, unseen].toSorted());
});
