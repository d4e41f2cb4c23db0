import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MoneyPriceInput, PriceInput } from '#components/money/payments/price-input.tsx';
import { draw } from '../../setup/draw.tsx';

const onChange = () => undefined;

describe('a price that a creator sets', () => {
  it('says what they get of tokens, after the site’s commission', async () => {
    await draw(<PriceInput label="Price" value="120" note="The text is free." onChange={onChange} />);
    const hint = screen.getByText('You get $4.80 of $6.00. The text is free.');
    expect(screen.getByLabelText('Price').getAttribute('aria-describedby')).toBe(hint.id);
  });
  it('is rounded as the ledger rounds', async () => {
    await draw(<PriceInput label="Price" value="10" onChange={onChange} />, {
      settings: { tokenRate: 3, commissionBps: 1_500, currency: 'EUR' },
    });
    expect(screen.getByText('You get €2.83 of €3.33.')).toBeTruthy();
  });
  it.each(['', '0', 'ten', '1.5'])('says how to type it while it is no price: %j', async (value) => {
    await draw(<PriceInput label="Price" hint="In tokens" value={value} onChange={onChange} />);
    expect(screen.getByText('In tokens')).toBeTruthy();
    expect(screen.queryByText(/You get/)).toBeNull();
  });
  it('in money, and for a minute', async () => {
    await draw(
      <>
        <MoneyPriceInput label="Monthly" value="9.99" onChange={onChange} />
        <PriceInput label="A minute" perMinute value="60" onChange={onChange} />
      </>,
    );
    expect(screen.getByText('You get $7.99 of $9.99.')).toBeTruthy();
    expect(screen.getByText('You get $2.40 of $3.00 a minute.')).toBeTruthy();
  });
});
