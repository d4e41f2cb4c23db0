import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PlaceQuestion } from '#components/people/accounts/place-question.tsx';
import { aCountry } from '../../../setup/factories/site.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';

const lists: Replies = {
  'GET /countries/list': () => ({
    data: [aCountry('US', 'United States'), aCountry('MC', 'Monaco')],
    total: 2,
  }),
  'GET /states/:country': ({ params }) =>
    params.country === 'US' ? { data: [{ code: 'OR', name: 'Oregon' }], total: 1 } : { data: [], total: 0 },
};

it('shows what there is otherwise, where no question opens the page', async () => {
  const { deps } = await draw(<PlaceQuestion path="/quill" otherwise={<p>Page not found</p>} />, {
    answers: { ...lists, 'GET /block/place': () => ({ asked: false, country: null }) },
  });
  await waitFor(() => expect(deps.api.routes()).toContain('GET /block/place'));
  expect(screen.getByText('Page not found')).toBeTruthy();
});

it('asks for the country and its state, and keeps the signed answer', async () => {
  const { hand, deps } = await draw(<PlaceQuestion path="/quill" otherwise={<p>Page not found</p>} />, {
    answers: {
      ...lists,
      'GET /block/place': () => ({ asked: true, country: null }),
      'POST /block/place': () => ({
        pass: 'US-OR.9.x',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    },
  });
  expect(await screen.findByRole('heading', { name: 'Where are you?' })).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findAllByText('Choose a country.')).length).toBeGreaterThan(0);
  await screen.findByRole('option', { name: 'United States' });
  await hand.selectOptions(screen.getByRole('combobox', { name: /Country/ }), 'US');
  await screen.findByRole('option', { name: 'Oregon' });
  await hand.selectOptions(screen.getByRole('combobox', { name: /State or region/ }), 'OR');
  // The state chosen before isn't one of another country's.
  await hand.selectOptions(screen.getByRole('combobox', { name: /Country/ }), 'MC');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /State or region/ })).toBeNull());
  await hand.selectOptions(screen.getByRole('combobox', { name: /Country/ }), 'US');
  await hand.selectOptions(await screen.findByRole('combobox', { name: /State or region/ }), 'OR');
  await hand.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(document.cookie).toContain('place=US-OR.9.x'));
  expect(deps.api.calls.find(([route]) => route === 'POST /block/place')?.[1]).toMatchObject({
    body: { country: 'US', state: 'OR' },
  });
});
