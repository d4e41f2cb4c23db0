// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import {
  forgetReferralCode,
  isReferralCode,
  saveReferralCode,
  readReferralCode,
} from '#lib/referral-code.ts';

afterEach(forgetReferralCode);

describe('the referral code that a browser arrived with', () => {
  it('is stored from a URL; the first one is kept', () => {
    saveReferralCode('https://limelight.test/?ref=Nora1234', 30);
    expect(readReferralCode()).toBe('nora1234');
    saveReferralCode('https://limelight.test/somebody?x=1&ref=other999', 30);
    expect(readReferralCode()).toBe('nora1234');
    forgetReferralCode();
    expect(readReferralCode()).toBeNull();
  });
  it.each([
    'https://limelight.test/',
    'https://limelight.test/?ref=',
    'https://limelight.test/?ref=<script>',
    'https://limelight.test/?ref=a',
    `https://limelight.test/?ref=${'a'.repeat(25)}`,
    'https://limelight.test/?ref=a%3Bpath',
  ])('nothing from %s is stored', (address) => {
    saveReferralCode(address, 30);
    expect(document.cookie).toBe('');
  });
  it('lasts for the given time', () => {
    saveReferralCode('https://limelight.test/?ref=nora1234', 0);
    expect(readReferralCode()).toBeNull();
  });
  it('consists of letters and digits', () =>
    expect(['abcd', ' Nora1234 ', 'abc', 'a-b-c', ''].map(isReferralCode)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]));
});
