import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type SoldItem, UnlockDialog } from '#components/money/wallet/unlock-dialog.tsx';
import { soldPost } from '#components/content/media-items/access-options.ts';
import { selectBalance } from '#state/session/user.ts';
import { toastStore } from '#ui/overlays/toast.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw, keysOf } from '../../setup/draw.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { aSavedCard, charged, toppedUp } from '../../../setup/factories/payments.ts';
import { aLockedPost } from '../../../setup/factories/posts.ts';

const post = soldPost(aLockedPost());
const unlockRoute = 'POST /wallet/charges/feed/:id';
const noPackages = { 'GET /package/token/search': () => ({ data: [], total: 0 }) };
const oneCard = { 'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }) };
const button = (name: string | RegExp) => screen.findByRole('button', { name });

const kept = 'Unlocked. It’s yours to keep.';
it.each([
  { kind: 'post', title: 'Unlock this post', address: 'feed', verb: 'Unlock', done: kept },
  { kind: 'video', title: 'Unlock this video', address: 'video', verb: 'Unlock', done: kept },
  { kind: 'gallery', title: 'Unlock this gallery', address: 'gallery', verb: 'Unlock', done: kept },
  { kind: 'message', title: 'Unlock this message', address: 'message', verb: 'Unlock', done: kept },
  {
    kind: 'stream',
    title: 'Buy a ticket',
    address: 'stream',
    verb: 'Buy',
    done: 'You have a ticket. It’s also good for the replay, if there is one.',
  },
] as const)('a $kind has its own title and address', async ({ kind, title, address, verb, done }) => {
  const item: SoldItem = { kind, _id: 'i1', price: 40, inside: '2 photos', performer: aCard() };
  const route = `POST /wallet/charges/${address}/:id` as const;
  const { hand, deps } = await draw(<UnlockDialog item={item} onClose={() => {}} />, {
    user: { balance: 200 },
    answers: { [route]: () => charged(160) },
  });
  expect(screen.getByRole('dialog', { name: title }).textContent).toContain('By Lena · 2 photos');
  await hand.click(await button(`${verb} for 40 tokens ($2.00)`));
  await waitFor(() => expect(toastStore.read().at(-1)?.text).toBe(done));
  expect(deps.api.calls).toContainEqual([
    route,
    expect.objectContaining({ params: { id: 'i1' }, body: { expectedPrice: 40 } }),
  ]);
});

describe('unlocking a post', () => {
  it('shows price, balance and remainder, and takes the tokens', async () => {
    const onClose = vi.fn();
    const { hand, store, deps } = await draw(<UnlockDialog item={post} onClose={onClose} />, {
      user: { balance: 200 },
      answers: { [unlockRoute]: () => charged(80) },
    });
    expect(screen.getByText('Balance after').parentElement?.textContent).toContain('80 tokens ($4.00)');
    await hand.click(await button('Unlock for 120 tokens ($6.00)'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(selectBalance(store.getState())).toBe(80);
    expect(keysOf(deps.api.calls, unlockRoute)).toHaveLength(1);
  });

  it('succeeds after a top-up under the very same key', async () => {
    const onClose = vi.fn();
    let tries = 0;
    const { hand, deps } = await draw(<UnlockDialog item={post} onClose={onClose} />, {
      // The balance shown here is outdated, because another tab has spent tokens.
      user: { balance: 130 },
      answers: {
        ...noPackages,
        ...oneCard,
        [unlockRoute]: () => {
          tries += 1;
          if (tries === 1)
            throw problem(402, {
              code: 'insufficient_balance',
              message: 'You need 100 more tokens.',
              missing: 100,
            });
          return charged(0);
        },
        'POST /payment/wallet/top-up': () => toppedUp(500, 100, 120),
      },
    });
    await hand.click(await button(/^Unlock for/));
    expect(await screen.findByText(/Top up 100 tokens \(\$5\.00\) or more/)).toBeTruthy();
    await hand.click(await button('Pay $5.00'));
    expect(await screen.findByText(/100 tokens \(\$5\.00\) added/)).toBeTruthy();
    const again = await button(/^Unlock for/);
    expect(document.activeElement).toBe(again);
    await hand.click(again);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const keys = keysOf(deps.api.calls, unlockRoute);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
  });

  it('says so when the missing amount takes more than one top-up', async () => {
    const access = {
      allowed: false,
      reason: 'locked' as const,
      routes: [{ need: 'purchase' as const, price: 6_050, unit: 'token' as const }],
    };
    await draw(<UnlockDialog item={soldPost(aLockedPost({ price: 6_050, access }))} onClose={() => {}} />, {
      user: { balance: 0 },
      answers: { ...noPackages, ...oneCard },
    });
    expect(await screen.findByText(/^Top up [\d,]+ tokens/)).toBeTruthy();
    expect(screen.getByText('A top-up is at most $300.00, so this takes 2.')).toBeTruthy();
  });

  it('offers the missing amount at once if the balance is too low, or at least the smallest top-up', async () => {
    const { deps } = await draw(<UnlockDialog item={post} onClose={() => {}} />, {
      user: { balance: 100 },
      answers: { ...noPackages, ...oneCard },
    });
    expect(await screen.findByText(/Top up 20 tokens \(\$1\.00\) or more/)).toBeTruthy();
    expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('2.95');
    expect(screen.getByText('Between $2.95 and $300.00')).toBeTruthy();
    expect(keysOf(deps.api.calls, unlockRoute)).toEqual([]);
  });

  it('keeps the amount within the limits', async () => {
    const { hand, deps } = await draw(<UnlockDialog item={post} onClose={() => {}} />, {
      user: { balance: 0 },
      answers: { ...noPackages, ...oneCard },
    });
    const amount = await screen.findByLabelText('Amount');
    await hand.clear(amount);
    await hand.type(amount, '1.00');
    await hand.click(await button('Pay $1.00'));
    expect(await screen.findByText('The smallest top-up is $2.95.')).toBeTruthy();
    expect(deps.api.routes()).not.toContain('POST /payment/wallet/top-up');
  });

  it('never pays a price other than the one on the button: the new one appears there, and is paid by pressing again', async () => {
    const onClose = vi.fn();
    const { hand, deps } = await draw(<UnlockDialog item={post} onClose={onClose} />, {
      user: { balance: 4_000 },
      answers: {
        [unlockRoute]: ({ body }) => {
          if (body.expectedPrice !== 3_000)
            throw problem(409, {
              code: 'price_changed',
              message: 'The price has changed to 3,000 tokens.',
              amount: 3_000,
            });
          return charged(1_000);
        },
      },
    });
    await hand.click(await button('Unlock for 120 tokens ($6.00)'));
    expect((await screen.findByRole('group', { name: /price has changed/ })).textContent).toContain(
      'The price has changed to 3,000 tokens.',
    );
    expect(screen.getByText('Balance after').parentElement?.textContent).toContain('1,000 tokens');
    expect(onClose).not.toHaveBeenCalled();
    await hand.click(await button('Unlock for 3,000 tokens ($150.00)'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(new Set(keysOf(deps.api.calls, unlockRoute)).size).toBe(2);
  });

  it("also shows the new price if the balance doesn't cover it", async () => {
    const { hand } = await draw(<UnlockDialog item={post} onClose={() => {}} />, {
      user: { balance: 200 },
      answers: {
        ...noPackages,
        ...oneCard,
        [unlockRoute]: () => {
          throw problem(409, {
            code: 'price_changed',
            message: 'The price has changed to 3,000 tokens.',
            amount: 3_000,
          });
        },
      },
    });
    await hand.click(await button(/^Unlock for 120/));
    expect((await screen.findByRole('group', { name: /price has changed/ })).textContent).toContain(
      'The price has changed to 3,000 tokens.',
    );
    expect(await screen.findByText(/Top up 2,800 tokens \(\$140\.00\) or more/)).toBeTruthy();
  });

  it('says why it failed and can be retried', async () => {
    const { hand } = await draw(<UnlockDialog item={post} onClose={() => {}} />, {
      user: { balance: 500 },
      answers: {
        [unlockRoute]: () => {
          throw problem(409, { code: 'already_owned', message: 'You own this post already.' });
        },
      },
    });
    await hand.click(await button(/^Unlock for/));
    const said = () => screen.getByRole('group', { name: 'You own this post already.' });
    await waitFor(said);
    expect(said()).toBe(document.activeElement);
    // A second failed attempt moves focus to the error again, wherever it was.
    await hand.click(await button(/^Unlock for/));
    await waitFor(() => expect(said()).toBe(document.activeElement));
  });
});
