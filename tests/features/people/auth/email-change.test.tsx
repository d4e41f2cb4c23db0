import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailChangeView } from '#features/people/auth/email-change-view.tsx';
import { VerifyView } from '#features/people/auth/verify-view.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';

const token = 'a'.repeat(40);
const route = 'POST /auth/email-change';
const path = `/auth/email-change?token=${token}`;

it.each([
  [{ button: 'Change email', answer: 'agree', state: 'done' }, 'Your account now uses the new address.'],
  [
    { button: 'Change email', answer: 'agree', state: 'waiting' },
    'Now open the link we sent to the new address.',
  ],
  [
    { button: 'This wasn’t me', answer: 'undo', state: 'undone' },
    'Your account is back to its old email address. All other sessions were logged out.',
  ],
] as const)('$button, and the page shows the result: $state', async ({ button, answer, state }, text) => {
  const { hand, deps } = await draw(<EmailChangeView />, {
    user: null,
    path,
    answers: { [route]: () => ({ state }) },
  });
  expect(deps.api.routes()).not.toContain(route);
  await hand.click(screen.getByRole('button', { name: button }));
  await screen.findByText(text);
  expect(deps.api.calls.filter(([name]) => name === route)).toEqual([[route, { body: { token, answer } }]]);
});

it('an error is shown and can be retried; an incomplete link does nothing', async () => {
  const { hand, unmount } = await draw(<EmailChangeView />, {
    user: null,
    path,
    answers: {
      [route]: () => {
        throw problem(422, { message: 'This link was used already.' });
      },
    },
  });
  await hand.click(screen.getByRole('button', { name: 'This wasn’t me' }));
  await screen.findByText('This link was used already.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'This wasn’t me' }).disabled).toBe(false);
  unmount();
  await draw(<EmailChangeView />, { user: null, path: '/auth/email-change?token=short' });
  expect([
    screen.getByRole('heading', { name: 'This link is incomplete' }),
    screen.queryByRole('button'),
  ]).toEqual([expect.anything(), null]);
});

it("the new address is told if the old one hasn't agreed yet", async () => {
  await draw(<VerifyView />, {
    user: null,
    path: `/auth/verify-email?token=${token}`,
    answers: { 'POST /auth/email-verification': () => ({ verified: true, waiting: true }) },
  });
  expect(await screen.findByText(/Now open the link we sent to your old address/)).toBeTruthy();
});
