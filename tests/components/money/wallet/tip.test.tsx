import { act, screen, waitFor, within } from '@testing-library/react';
import { useRouter } from 'next/router';
import { describe, expect, it, vi } from 'vitest';
import { openTask } from '#components/money/wallet/purchase-tasks.ts';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { TipDialog } from '#components/money/wallet/tip-dialog.tsx';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { charged } from '../../../setup/factories/payments.ts';
import { draw } from '../../setup/draw.tsx';

const route = 'POST /wallet/charges/tip/:id';
const undo = 'POST /wallet/charges/:id/undo';

/** A link to another page. */
function Going() {
  const { push } = useRouter();
  return <button onClick={() => void push('/user/wallet')}>Elsewhere</button>;
}

describe('tipping', () => {
  it('shows the money value next to the tokens and sends the post along', async () => {
    const onClose = vi.fn();
    const { hand, deps } = await draw(<TipDialog performer={aCard()} postId="p1" onClose={onClose} />, {
      user: { balance: 500 },
      answers: { [route]: () => ({ ...charged(400), undoUntil: null }) },
    });
    await hand.click(screen.getByRole('button', { name: '100' }));
    await hand.click(screen.getByRole('button', { name: 'Tip 100 tokens ($5.00)' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(deps.api.calls.find(([name]) => name === route)?.[1]).toMatchObject({
      params: { id: 'other' },
      body: { amount: 100, feedId: 'p1' },
    });
  });

  it('can be undone from its toast, for as long as the server allows', async () => {
    // A clock that is an hour behind the server's.
    const createdAt = new Date(Date.now() + 3_600_000);
    const given = {
      ...charged(400),
      kind: 'tip' as const,
      createdAt: createdAt.toISOString(),
      undoUntil: new Date(createdAt.getTime() + 60_000).toISOString(),
    };
    const { hand, deps } = await draw(
      <>
        <TipDialog performer={aCard()} onClose={() => {}} />
        <Toaster />
      </>,
      {
        user: { balance: 500 },
        answers: {
          [route]: () => given,
          [undo]: () => ({ _id: 'r1', tokens: 100, balance: 500, createdAt: given.createdAt }),
        },
      },
    );
    await hand.click(screen.getByRole('button', { name: '100' }));
    await hand.click(screen.getByRole('button', { name: 'Tip 100 tokens ($5.00)' }));
    const button = await screen.findByRole('button', { name: 'Undo' });
    expect(button.textContent).toMatch(/^Undo (60|59)$/);
    expect(button.querySelector('[aria-hidden="true"]')!.textContent).toMatch(/^ (60|59)$/);
    await hand.click(button);
    expect(await screen.findByText('Tip undone. 100 tokens ($5.00) are back in your wallet.')).toBeTruthy();
    expect(deps.api.calls.find(([name]) => name === undo)?.[1]).toMatchObject({ params: { id: 't1' } });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it("beyond the fan's own limit says so, with a link to the limits that closes the dialog", async () => {
    const sentence = 'This exceeds the $10.00 monthly limit you set. You have $2.00 left until December 1.';
    const { hand, went } = await draw(
      <>
        <PurchaseDialogs />
        <Going />
      </>,
      {
        user: { balance: 500 },
        answers: {
          [route]: () => {
            throw problem(409, { code: 'spend_cap', message: sentence });
          },
        },
      },
    );
    act(() => openTask({ kind: 'tip', performer: aCard() }));
    await hand.click(await screen.findByRole('button', { name: 'Tip 50 tokens ($2.50)' }));
    const alert = (await screen.findByText(sentence)).closest('[role="group"]')!;
    expect(
      within(alert as HTMLElement)
        .getByRole('link', { name: 'See your spending limits' })
        .getAttribute('href'),
    ).toBe('/user/wallet#limits');
    await hand.click(screen.getByText('Elsewhere'));
    expect([went, screen.queryByRole('dialog')]).toEqual([['/user/wallet'], null]);
  });

  it('rejected for another reason shows no link', async () => {
    const { hand } = await draw(<TipDialog performer={aCard()} onClose={() => {}} />, {
      user: { balance: 500 },
      answers: {
        [route]: () => {
          throw problem(409, { message: 'Not now.' });
        },
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Tip 50 tokens ($2.50)' }));
    await screen.findByText('Not now.');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    ['9', 'The smallest tip is 10 tokens.'],
    ['', 'The smallest tip is 10 tokens.'],
    ['10001', 'The largest tip is 10,000 tokens.'],
  ])('rejects "%s"', async (typed, sentence) => {
    const { hand, deps } = await draw(<TipDialog performer={aCard()} onClose={() => {}} />, {
      user: { balance: 100_000 },
    });
    const field = screen.getByLabelText('Tokens');
    await hand.clear(field);
    if (typed) await hand.type(field, typed);
    await hand.click(screen.getByRole('button', { name: /^Tip/ }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(deps.api.routes()).not.toContain(route);
  });

  it.each([
    ['99999999999', 'The largest tip is 10,000 tokens.'],
    ['9'.repeat(30), 'The largest tip is 10,000 tokens.'],
    ['ten', 'Enter a whole number of tokens.'],
    ['5.5', 'Enter a whole number of tokens.'],
  ])('says at once what is wrong with "%s", and offers no top-up for it', async (typed, sentence) => {
    const { hand } = await draw(<TipDialog performer={aCard()} onClose={() => {}} />, {
      user: { balance: 100 },
    });
    const field = screen.getByLabelText('Tokens');
    await hand.clear(field);
    await hand.type(field, typed);
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText(/^Top up/)).toBeNull();
    await hand.clear(field);
    await hand.type(field, '20');
    expect(screen.queryByText(sentence)).toBeNull();
  });
});
