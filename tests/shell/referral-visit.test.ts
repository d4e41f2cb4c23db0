import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { readReferralCode } from '#lib/referral-code.ts';
import { useReferralVisit } from '#shell/access/referral-visit.ts';

const arrivedAt = (name: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name } as PerformanceEntry]);

it('remembers the address a visitor came to, though they have gone on meanwhile', () => {
  arrivedAt('https://limelight.test/mara?ref=nora1234');
  renderHook(useReferralVisit);
  expect(readReferralCode()).toBe('nora1234');
});

it('takes the present address where the browser doesn’t tell', () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  history.replaceState(null, '', '/?ref=nora5678');
  renderHook(useReferralVisit);
  expect(readReferralCode()).toBe('nora5678');
});

it('keeps nothing of any other address', () => {
  arrivedAt('https://limelight.test/');
  history.replaceState(null, '', '/');
  renderHook(useReferralVisit);
  expect(readReferralCode()).toBeNull();
});
