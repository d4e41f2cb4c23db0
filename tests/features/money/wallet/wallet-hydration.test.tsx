import { act, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { WalletView } from '#features/money/wallet/wallet-view.tsx';
import { wrapped } from '../../../components/setup/draw.tsx';
import { aSpendCap, aWalletRow } from '../../../setup/factories/wallet.ts';

afterEach(() => vi.useRealTimers());

const rendered = Date.parse('2026-11-20T10:00:00.000Z');
const laterBy = (ms: number) => new Date(rendered + ms).toISOString();

/** The wallet with everything on it that counts time. */
const wallet = () =>
  wrapped(<WalletView />, {
    path: '/user/wallet',
    user: { balance: 380 },
    answers: {
      'GET /wallet/charges/search': () => ({
        data: [
          aWalletRow({ _id: 'a', description: 'Tip to Lena', undoUntil: laterBy(20_000) }),
          aWalletRow({ _id: 'b', refundedAt: laterBy(-86_400_000) }),
        ],
        total: 2,
        nextCursor: null,
      }),
      'GET /payment-cards': () => ({ data: [], total: 0 }),
      'GET /wallet/balance': () => ({ balance: 380, held: 0, bids: [], requests: [], privateStreams: [] }),
      'GET /wallet/statements': () => ({ data: [], total: 0 }),
      'GET /wallet/caps': () => ({
        data: [aSpendCap({ next: { amount: 8_000, at: laterBy(3_600_000) } })],
        spent: 0,
        month: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
        raiseHours: 24,
      }),
    },
  });

it.each([
  ['five seconds', 5_000],
  ['so late that a tip can’t be undone anymore', 30_000],
])('takes over what the server rendered %s before', async (_, after) => {
  const { node } = await wallet();
  // The store learns what the server asks before it renders.
  const asked = render(node);
  await screen.findByText('Tip to Lena');
  await waitFor(() => expect(screen.getByText(/^Changes to/)).toBeTruthy());
  asked.unmount();
  vi.useFakeTimers({ now: rendered, toFake: ['Date'] });
  const container = document.createElement('div');
  container.innerHTML = renderToString(node);
  expect(container.textContent).toContain('Tip to Lena');
  document.body.append(container);
  vi.setSystemTime(rendered + after);
  const onRecoverableError = vi.fn();
  const taken = render(node, { container, hydrate: true, onRecoverableError });
  await act(async () => {});
  expect(onRecoverableError.mock.calls).toEqual([]);
  expect(screen.queryAllByRole('button', { name: /^Undo/ })).toHaveLength(after === 5_000 ? 1 : 0);
  taken.unmount();
  container.remove();
});
