import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { typedReference } from '#components/base/writing/typed-reference.ts';
import { WritingArea } from '#components/base/writing/writing-area.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { draw } from '../../setup/draw.tsx';

const answers = {
  'GET /tags': ({ query }: { query?: { q?: string | undefined } | undefined }) => ({
    data: ['film', 'filmnoir'].filter((tag) => tag.startsWith(query?.q ?? '')),
  }),
  'GET /mentions': () => ({ data: [aCard({ _id: 'c1', name: 'Lena', username: 'lena' })] }),
};

function Field({ onEnter = () => undefined }: { onEnter?: () => void }) {
  const [text, setText] = useState('');
  return (
    <WritingArea
      label="Text"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
    />
  );
}
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Text');

describe('suggestions while typing', () => {
  it('are chosen with the arrow keys and Enter, which then does nothing else', async () => {
    const onEnter = vi.fn();
    const { hand } = await draw(<Field onEnter={onEnter} />, { answers });
    await hand.type(box(), 'On #fil');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(box().getAttribute('aria-activedescendant')).toBeNull();
    await hand.keyboard('{ArrowDown}{ArrowDown}');
    const second = screen.getByRole('option', { name: '#filmnoir' });
    expect(second.getAttribute('aria-selected')).toBe('true');
    expect(box().getAttribute('aria-activedescendant')).toBe(second.id);
    await hand.keyboard('{Enter}');
    expect(box().value).toBe('On #filmnoir ');
    expect(onEnter).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('of tags leave Enter alone until one is chosen, and close on Escape', async () => {
    const onEnter = vi.fn();
    const { hand } = await draw(<Field onEnter={onEnter} />, { answers });
    await hand.type(box(), '#fil');
    await screen.findAllByRole('option');
    await hand.keyboard('{Enter}');
    expect(onEnter).toHaveBeenCalledTimes(1);
    await hand.clear(box());
    await hand.type(box(), '#fi');
    await screen.findAllByRole('option');
    await hand.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await hand.type(box(), 'l');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('of people are chosen with Enter or a press', async () => {
    const { hand } = await draw(<Field />, { answers });
    await hand.type(box(), 'Hi @le');
    await screen.findByRole('option', { name: /Lena/ });
    await hand.keyboard('{Enter}');
    expect(box().value).toBe('Hi @lena ');
    await hand.type(box(), 'and @le');
    await hand.click(await screen.findByRole('option', { name: /Lena/ }));
    expect(box().value).toBe('Hi @lena and @lena ');
    expect(document.activeElement).toBe(box());
  });
});

it.each([
  ['a #film', 7, { sign: '#', q: 'film', from: 2, to: 7 }],
  ['a #film', 4, { sign: '#', q: 'f', from: 2, to: 4 }],
  ['@', 1, { sign: '@', q: '', from: 0, to: 1 }],
  ['(@ben.l', 7, { sign: '@', q: 'ben.l', from: 1, to: 7 }],
  ['me@example', 10, null],
  ['#film ', 6, null],
  ['a/#b', 4, null],
])('“%s” at %d', (text, cursor, expected) => expect(typedReference(text, cursor)).toEqual(expected));
