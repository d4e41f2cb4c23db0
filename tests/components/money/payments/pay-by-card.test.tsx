import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { TopUpDialog } from '#components/money/wallet/top-up-dialog.tsx';
import { toast, toastStore } from '#ui/overlays/toast.ts';
import { type Replies, onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';
import { aSavedCard, toppedUp } from '../../../setup/factories/payments.ts';

const topUp = 'POST /payment/wallet/top-up';
const answers: Replies = {
  'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
  'GET /package/token/search': () => ({ data: [], total: 0 }),
};
const start = (more: Replies = {}) =>
  draw(<TopUpDialog onClose={() => {}} />, { answers: { ...answers, ...more } });
const pay = () => screen.findByRole('button', { name: /^Pay/ });
const said = () => toastStore.read().map(({ tone, text }) => [tone, text]);

beforeEach(() => toastStore.read().forEach(({ id }) => toast.dismiss(id)));

describe('paying by card', () => {
  it('with a saved card still says that no real money moves', async () => {
    await start();
    await pay();
    expect(screen.getByText('This is a test site. No real money is charged.')).toBeTruthy();
  });

  it('moves focus to an error, and nothing is sent', async () => {
    const { hand, deps } = await start();
    await pay();
    const amount = screen.getByLabelText<HTMLInputElement>(/mount/);
    await hand.clear(amount);
    await hand.type(amount, '1');
    await hand.click(await pay());
    await waitFor(() => expect(document.activeElement).toBe(amount));
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(deps.api.routes()).not.toContain(topUp);
  });

  it('pressing twice before the reply pays once', async () => {
    const way = onItsWay<ReturnType<typeof toppedUp>>();
    const { hand, deps } = await start({ [topUp]: () => way.promise });
    await hand.dblClick(await pay());
    way.resolve(toppedUp());
    await waitFor(() => expect(said()).toEqual([['success', expect.stringContaining('200 tokens')]]));
    expect(deps.api.routes().filter((route) => route === topUp)).toHaveLength(1);
  });

  it.each([
    ['card_declined', 'Your card was declined.'],
    ['card_challenge', 'Your bank wants to confirm that it’s you.'],
  ])('still reports %s if the dialog is closed meanwhile', async (code, message) => {
    const way = onItsWay<ReturnType<typeof toppedUp>>();
    const { hand, unmount } = await start({ [topUp]: () => way.promise });
    await hand.click(await pay());
    unmount();
    way.reject(problem(402, { code, message }));
    await waitFor(() => expect(said()).toEqual([['error', message]]));
  });
});
