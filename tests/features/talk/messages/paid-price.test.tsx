import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { UnlockDialog } from '#components/money/wallet/unlock-dialog.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { charged } from '../../../setup/factories/payments.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw, keysOf } from '../../../components/setup/draw.tsx';

const buy = 'POST /wallet/charges/message/:id';

it('a paid message whose price changed since it was seen says so, and is paid by pressing again', async () => {
  const onClose = vi.fn();
  const { hand, deps } = await draw(
    <UnlockDialog
      item={{ kind: 'message', _id: 'm1', price: 40, inside: '2 photos', performer: aCard() }}
      onClose={onClose}
    />,
    {
      user: { balance: 200 },
      answers: {
        [buy]: ({ body: { expectedPrice } }) => {
          if (expectedPrice !== 60)
            throw problem(409, {
              code: 'price_changed',
              message: 'The price is now 60 tokens.',
              amount: 60,
            });
          return { ...charged(140, { itemId: 'm1', tokens: 60 }), kind: 'message' as const };
        },
      },
    },
  );
  await hand.click(screen.getByRole('button', { name: 'Unlock for 40 tokens ($2.00)' }));
  expect(await screen.findByText('The price is now 60 tokens.')).toBeTruthy();
  expect(screen.getByText('Price').parentElement?.textContent).toBe('Price60 tokens ($3.00)');
  expect(screen.getByText('Balance after').parentElement?.textContent).toContain('140 tokens');
  expect([onClose.mock.calls.length, keysOf(deps.api.calls, buy).length]).toEqual([0, 1]);
  await hand.click(screen.getByRole('button', { name: 'Unlock for 60 tokens ($3.00)' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(new Set(keysOf(deps.api.calls, buy)).size).toBe(2);
});
