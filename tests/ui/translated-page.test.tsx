import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followTranslation } from '#lib/device/translated-page.ts';
import { translate } from '../setup/translator.ts';

let stop = () => {};
beforeEach(() => void (stop = followTranslation(document.body)));
afterEach(() => stop());

const pass = () => act(() => new Promise((resolve) => void setTimeout(resolve, 5)));
const shown = () => screen.getByTestId('part').textContent.replaceAll(/[«»]/g, '');

/** Renders what `draw` makes of each value in turn on a page that is translated; what it shows each time. */
async function seen<Value>(draw: (value: Value) => ReactNode, values: readonly Value[]) {
  const part = (value: Value) => <div data-testid="part">{draw(value)}</div>;
  const { rerender } = render(part(values[0]!));
  await pass();
  translate(['«', '»']);
  await pass();
  const found = [shown()];
  for (const value of values.slice(1)) {
    rerender(part(value));
    await pass();
    found.push(shown());
  }
  expect(screen.getByTestId('part').querySelectorAll('font').length).toBeGreaterThan(0);
  return found;
}

test('a figure beside other text changes, again and again', async () => {
  expect(await seen((count: number) => <>You pay {count} tokens now</>, [50, 200, 7, 7, 50])).toEqual([
    'You pay 50 tokens now',
    'You pay 200 tokens now',
    'You pay 7 tokens now',
    'You pay 7 tokens now',
    'You pay 50 tokens now',
  ]);
});

test('a text comes and goes beside another', async () => {
  const draw = (on: boolean) => (
    <>
      Like
      {on ? 'd' : null} {on ? <b>by you</b> : null}
    </>
  );
  expect(await seen(draw, [false, true, false, true])).toEqual([
    'Like ',
    'Liked by you',
    'Like ',
    'Liked by you',
  ]);
});

test('an element comes before a text', async () => {
  const draw = (items: readonly string[]) => (
    <p>
      {items.map((item) => (
        <i key={item}>{item}</i>
      ))}
      the end of {items.length}
    </p>
  );
  expect(await seen(draw, [['a'], ['b', 'a'], [], ['a', 'b']])).toEqual([
    'athe end of 1',
    'bathe end of 2',
    'the end of 0',
    'abthe end of 2',
  ]);
});

test('what moves is there once', async () => {
  const draw = (isFirst: boolean) =>
    isFirst
      ? [<span key="a">A {1}</span>, <span key="b">B {2}</span>]
      : [<span key="b">B {2}</span>, <span key="a">A {1}</span>];
  expect(await seen(draw, [true, false, true])).toEqual(['A 1B 2', 'B 2A 1', 'A 1B 2']);
});

test('a figure that must not be touched isn’t', async () => {
  const draw = (price: number) => (
    <>
      Price: <span translate="no">{price} tokens</span>
    </>
  );
  await seen(draw, [50, 200]);
  expect(screen.getByTestId('part').querySelector('[translate]')?.innerHTML).toBe('200 tokens');
});

test('a page that nobody translates is as strict as ever', () => {
  const [one, other] = [document.createElement('p'), document.createElement('p')];
  expect(() => one.removeChild(other)).toThrow(/not a child/);
  expect(() => one.insertBefore(document.createElement('i'), other)).toThrow();
});
