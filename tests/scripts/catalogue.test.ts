import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../../scripts/boundaries.ts';
import { type Pixels, areAlike, findDifferences } from '../catalogue/pictures.ts';

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

/** A square on white; one pixel of a picture is two of the page. */
function drawSquare(at: number, shade: number): Pixels {
  const [width, height] = [40, 30];
  const data = Buffer.alloc(width * height * 3, 255);
  for (let y = 5; y < 25; y += 1) data.fill(shade, 3 * (y * width + at), 3 * (y * width + at + 20));
  return { data, width, height };
}

test('a picture is unlike one that is shifted, has another color or another size', () => {
  const square = drawSquare(5, 100);
  expect(areAlike(square, drawSquare(6, 100))).toBe(false);
  expect(areAlike(square, drawSquare(5, 112))).toBe(false);
  expect(areAlike(square, { ...square, width: 30, height: 40 })).toBe(false);
  expect(findDifferences(square, drawSquare(6, 100))).toHaveLength(40);
});

test('a picture is like one whose shades are rounded, or in which a few pixels differ', () => {
  const square = drawSquare(5, 100);
  expect(findDifferences(square, drawSquare(5, 104))).toEqual([]);
  const smoothed = Buffer.from(square.data);
  smoothed.fill(0, 0, 12 * 3);
  expect(areAlike(square, { ...square, data: smoothed })).toBe(true);
});
