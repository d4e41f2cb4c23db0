import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from '#shell/startup/focus-return.ts';

let stop = () => {};
beforeEach(() => void (stop = keepFocus()));
afterEach(() => stop());
const settle = () => act(() => new Promise((resolve) => void setTimeout(resolve, 10)));

const List = ({ names }: { names: readonly string[] }) => (
  <main id="content" tabIndex={-1}>
    <button>Write</button>
    {names.length > 0 ? (
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`/${name}`}>{name}</a>
            <button aria-haspopup="menu">More about {name}</button>
          </li>
        ))}
      </ul>
    ) : (
      <p>Nothing here.</p>
    )}
  </main>
);
const focused = () => document.activeElement?.textContent || document.activeElement?.id;

test('the focus goes to the next item, then to the one before, then to what stands before the list', async () => {
  const { rerender } = render(<List names={['a', 'b', 'c']} />);
  screen.getByText('More about b').focus();
  const seen = [];
  for (const names of [['a', 'c'], ['a'], []]) {
    rerender(<List names={names} />);
    await settle();
    seen.push(document.activeElement?.id || focused());
  }
  expect(seen).toEqual(['More about c', 'More about a', 'Write']);
});

test('an item without focus goes unnoticed, and so does anything that isn’t in a list', async () => {
  const { rerender, unmount } = render(<List names={['a', 'b']} />);
  screen.getByText('Write').focus();
  rerender(<List names={['b']} />);
  await settle();
  expect(focused()).toBe('Write');
  unmount();
  await settle();
  expect(document.activeElement).toBe(document.body);
});
