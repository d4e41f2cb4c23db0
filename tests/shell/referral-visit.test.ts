import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { readReferralCode } from '#lib/referral-code.ts';
import { useReferralVisit } from '#shell/access/referral-visit.ts';

const arrivedAt = (name: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name } as PerformanceEntry]);

it('remembers the URL a visitor arrived at, even after navigating', () => {
  arrivedAt('https://limelight.test/mara?ref=nora1234');
  renderHook(useReferralVisit);
  expect(readReferralCode()).toBe('nora1234');
});

it("uses the current URL if the browser doesn't report it", () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  history.replaceState(null, '', '/?ref=nora5678');
  renderHook(useReferralVisit);
  expect(readReferralCode()).toBe('nora5678');
});

it('stores nothing of any other URL', () => {
  arrivedAt('https://limelight.test/');
  history.replaceState(null, '', '/');
  renderHook(useReferralVisit);
  expect(readReferralCode()).toBeNull();
});
