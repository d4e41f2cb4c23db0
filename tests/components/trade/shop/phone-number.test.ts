import { describe, expect, it } from 'vitest';
import { findPhoneCode, wholePhone } from '#components/trade/shop/phone-number.ts';

const germany = { code: '+49', countryCode: 'DE' };
const italy = { code: '+39', countryCode: 'IT' };
const vatican = { code: '+379', countryCode: 'VA' };
const states = { code: '+1', countryCode: 'US' };
const canada = { code: '+1', countryCode: 'CA' };
const codes = [canada, germany, italy, states, vatican];

describe('a whole telephone number', () => {
  it.each([
    ['030 123-456', germany, '+4930123456'],
    ['06 1234567', italy, '+39061234567'],
    ['+44 20 7946 0018', germany, '+442079460018'],
    ['0044 20 7946 0018', germany, '+442079460018'],
    ['  ', germany, ''],
  ])('of %j', (typed, code, whole) => {
    expect(wholePhone(typed, code)).toBe(whole);
  });
});

describe('the code that a number begins with', () => {
  it('is the longest, and of those shared the likely country’s', () => {
    expect(findPhoneCode('+379123', codes, 'DE')).toBe(vatican);
    expect(findPhoneCode('+12025550123', codes, 'US')).toBe(states);
    expect(findPhoneCode('+12025550123', codes, 'DE')).toBe(canada);
    expect(findPhoneCode('030', codes, 'DE')).toBeUndefined();
  });
});
