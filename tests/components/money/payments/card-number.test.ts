import { describe, expect, it } from 'vitest';
import {
  cardErrors,
  formatCode,
  formatExpiry,
  formatNumber,
  isCardNumber,
  sandboxToken,
  testNumbers,
} from '#components/money/payments/card-number.ts';

const now = new Date('2026-11-20T12:00:00Z');
const good = { number: '4242 4242 4242 4242', expiry: '12 / 28', code: '123' };

describe('card number', () => {
  it('is grouped as on the card', () => {
    expect(formatNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(formatNumber('4242-4242 42')).toBe('4242 4242 42');
    expect(formatNumber('378282246310005')).toBe('3782 822463 10005');
    expect(formatNumber('abc')).toBe('');
  });

  it('is validated by its check digit', () => {
    for (const { number } of testNumbers) expect(isCardNumber(number)).toBe(true);
    expect(isCardNumber('4242 4242 4242 4241')).toBe(false);
    expect(isCardNumber('4242')).toBe(false);
  });
});

describe('expiry', () => {
  it('is formatted while typing', () => {
    expect(formatExpiry('1', '')).toBe('1');
    expect(formatExpiry('12', '1')).toBe('12 / ');
    expect(formatExpiry('12 / 2', '12 / ')).toBe('12 / 2');
    expect(formatExpiry('5', '')).toBe('05 / ');
  });

  it('can be deleted across the slash', () => {
    expect(formatExpiry('12 /', '12 / ')).toBe('1');
    expect(formatExpiry('12 / ', '12 / 2')).toBe('12 / ');
  });

  it('accepts what password managers fill in', () => {
    expect(formatExpiry('04/2029', '')).toBe('04 / 29');
    expect(formatExpiry('0429', '')).toBe('04 / 29');
  });
});

describe('errors', () => {
  it('are empty for a valid card', () => {
    expect(cardErrors(good, now)).toEqual({});
    expect(cardErrors({ ...good, expiry: '11 / 26' }, now)).toEqual({});
  });

  it('say what is wrong with which field', () => {
    expect(cardErrors({ number: '', expiry: '', code: '' }, now)).toEqual({
      number: 'Enter the card number.',
      expiry: 'Enter the month and year, like 04 / 29.',
      code: 'Enter the 3 digits of the security code.',
    });
    expect(cardErrors({ ...good, number: '4242 4242 4242 4241' }, now)).toEqual({
      number: 'Check the card number. A digit is wrong or missing.',
    });
    expect(cardErrors({ ...good, expiry: '10 / 26' }, now)).toEqual({ expiry: 'This card has expired.' });
    expect(cardErrors({ ...good, expiry: '13 / 28' }, now)).toEqual({
      expiry: 'Enter the month and year, like 04 / 29.',
    });
    expect(
      cardErrors({ number: formatNumber('378282246310005'), expiry: '12 / 28', code: '123' }, now),
    ).toEqual({ code: 'Enter the 4 digits of the security code.' });
  });
});

it('is sent to the sandbox as number, month and year, code', () => {
  expect(sandboxToken(good)).toBe('4242424242424242|12/28|123');
  expect(formatCode('12a345')).toBe('1234');
});
