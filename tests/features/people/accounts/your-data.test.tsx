import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DataExport } from '#contract/across/leaving.ts';
import { YourData } from '#features/people/accounts/leaving/your-data.tsx';
import { live } from '#state/live/live-events.ts';
import { toast } from '#ui/overlays/toast.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';

const preparing: DataExport = {
  _id: 'e1',
  state: 'preparing',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  bytes: null,
  url: null,
};
const ready: DataExport = {
  ...preparing,
  state: 'ready',
  expiresAt: '2026-11-27T12:00:00.000Z',
  bytes: 2_400_000,
  url: '/media/export/e1?e=1&s=2',
};

it('a copy is asked for, prepared, and downloaded once an event says that it is ready', async () => {
  let latest: DataExport | null = null;
  const { hand, deps, store } = await draw(<YourData />, {
    answers: {
      'GET /auth/export': () => ({ export: latest }),
      'POST /auth/export': () => ({ export: (latest = preparing) }),
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Request a copy' }));
  await screen.findByText(/Your copy is being prepared/);
  // There is nothing to ask for meanwhile.
  expect(screen.queryByRole('button')).toBeNull();
  expect(deps.api.calls.filter(([route]) => route === 'POST /auth/export')).toHaveLength(1);

  latest = ready;
  const told = { kind: 'data-export', text: 'It is ready.', href: null };
  act(() => void store.dispatch(live['notification/created'](told)));
  await screen.findByText('Your copy is ready: 2.4 MB, available until Nov 27, 2026.');
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await hand.click(screen.getByRole('button', { name: 'Download ZIP' }));
  const link = clicked.mock.contexts[0] as HTMLAnchorElement;
  expect([link.getAttribute('href'), link.download]).toEqual(['/media/export/e1?e=1&s=2', 'my-data.zip']);
  clicked.mockRestore();
  screen.getByRole('button', { name: 'Request a new copy' });
});

it('a copy that failed says so, and a refusal is told', async () => {
  const told = vi.spyOn(toast, 'error');
  const { hand } = await draw(<YourData />, {
    answers: {
      'GET /auth/export': () => ({ export: { ...preparing, state: 'failed' as const } }),
      'POST /auth/export': () => {
        throw problem(409, { code: 'conflict', message: 'A copy is already being prepared.' });
      },
    },
  });
  await screen.findByText('Your copy couldn’t be prepared. Try again, or contact us.');
  await hand.click(screen.getByRole('button', { name: 'Request a new copy' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith('A copy is already being prepared.'));
});

it('an error of the section can be retried', async () => {
  let fails = true;
  const { hand } = await draw(<YourData />, {
    answers: {
      'GET /auth/export': () => {
        if (fails) throw problem(500, { code: 'internal', message: 'Something went wrong.' });
        return { export: null };
      },
    },
  });
  fails = false;
  await hand.click(await screen.findByRole('button', { name: /try again/i }));
  await screen.findByRole('button', { name: 'Request a copy' });
});
