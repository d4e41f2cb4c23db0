import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SimilarCreators } from '#features/people/profile/similar-creators.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { aRow } from '../../../setup/factories/creators.ts';

const route = 'GET /performers/:id/similar';

it('similar creators are a few, and stay while one of them is followed', async () => {
  const asked = vi
    .fn()
    .mockReturnValueOnce({
      data: ['a', 'b', 'c', 'd', 'e'].map((id) => aRow({ _id: id, name: `Creator ${id}` })),
      total: 5,
    })
    .mockReturnValue({ data: [], total: 0 });
  const { hand } = await draw(<SimilarCreators performerId="p" />, {
    answers: {
      [route]: asked,
      'POST /follows/:id': () => ({ performerId: 'a', isFollowed: true, followers: 1 }),
    },
  });
  const list = await screen.findByRole('region', { name: 'Similar creators' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(4);
  await hand.click(within(list).getByRole('button', { name: /Follow.*Creator a/ }));
  expect(await within(list).findByRole('button', { name: /Following.*Creator a/ })).toBeTruthy();
  fireEvent.scroll(window);
  expect(within(list).getAllByRole('listitem')).toHaveLength(4);
});

it('nothing is shown where there are none, or where they didn’t load', async () => {
  const { container } = await draw(<SimilarCreators performerId="p" />, {
    answers: { [route]: () => ({ data: [], total: 0 }) },
  });
  expect(container.innerHTML).toBe('');
});
