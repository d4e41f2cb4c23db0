import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { TipDialog } from '#parts/tip-dialog';
import { aCard } from '../../state/setup/records.ts';
import { draw } from './setup/draw.tsx';
import { charged } from './setup/records.ts';

const route = 'POST /wallet/charges/tip/:id';

describe('tipping', () => {
  it('shows the money beside the tokens and sends the post along', async () => {
    const onClose = vi.fn();
    const { hand, world } = await draw(<TipDialog performer={aCard()} feedId="p1" onClose={onClose} />, { user: { balance: 500 }, answers: { [route]: () => charged(400) } });
    await hand.click(screen.getByRole('button', { name: '100' }));
    await hand.click(screen.getByRole('button', { name: 'Tip 100 tokens ($5.00)' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(world.api.calls.find(([name]) => name === route)?.[1]).toMatchObject({ params: { id: 'other' }, body: { amount: 100, feedId: 'p1' } });
  });

  it.each([['9', 'The smallest tip is 10 tokens.'], ['', 'The smallest tip is 10 tokens.'], ['10001', 'The largest tip is 10,000 tokens.']])('refuses “%s”', async (typed, sentence) => {
    const { hand, world } = await draw(<TipDialog performer={aCard()} onClose={() => {}} />, { user: { balance: 100_000 } });
    const field = screen.getByLabelText('Tokens');
    await hand.clear(field);
    if (typed) await hand.type(field, typed);
    await hand.click(screen.getByRole('button', { name: /^Tip/ }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(world.api.routes()).not.toContain(route);
  });
});
