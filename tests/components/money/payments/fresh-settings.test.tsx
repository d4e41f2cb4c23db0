import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFreshSettings } from '#components/money/payments/use-fresh-settings.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { draw } from '../../setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const keys = ['minimumWalletPrice', 'currency'] as const;

function Limits() {
  useFreshSettings(keys);
  const { minimumWalletPrice, currency } = useAppSelector(selectSettings);
  return <output>{`${currency} ${minimumWalletPrice}`}</output>;
}

it('a form asks for its limits again; what has another type is left as it was', async () => {
  const { deps } = await draw(<Limits />, {
    settings: { minimumWalletPrice: 2.95, currency: 'USD' },
    answers: { 'POST /settings/keys': () => ({ minimumWalletPrice: 5, currency: null }) },
  });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('USD 5'));
  expect(deps.api.calls).toMatchObject([['POST /settings/keys', { body: { keys: [...keys] } }]]);
});

it('without an answer, the limits stay', async () => {
  const { deps } = await draw(<Limits />, {
    settings: { minimumWalletPrice: 2.95, currency: 'USD' },
    answers: {
      'POST /settings/keys': () => {
        throw problem(500, { message: 'Not now.' });
      },
    },
  });
  await waitFor(() => expect(deps.api.routes()).toContain('POST /settings/keys'));
  expect(screen.getByRole('status').textContent).toBe('USD 2.95');
});
