import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SubscribersView } from '#features/trade/subscriptions/subscribers-view.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { aSubscription } from '../../../setup/factories/subscriptions.ts';

describe('subscribers', () => {
  it("lists fans by name, without a link to a page that they don't have", async () => {
    await draw(<SubscribersView />, {
      path: '/creator/subscribers',
      user: { isPerformer: true },
      answers: {
        'GET /subscriptions/performer/search': () => ({
          data: [{ ...aSubscription(), spend: 999, offer: null, note: '' }],
          total: 1,
          nextCursor: null,
        }),
      },
    });
    const row = within((await screen.findByText('Fay')).closest('tr')!);
    expect([row.queryByRole('link'), row.getByText('@fay').textContent]).toEqual([null, '@fay']);
  });
});
