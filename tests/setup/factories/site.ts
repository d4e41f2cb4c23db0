import type { Country, PublicSettings, SitePost } from '#contract/base/site.ts';
import { defaultSettings } from '#state/session/settings.ts';

export const someSettings = (changes: Partial<PublicSettings> = {}): PublicSettings => ({
  ...defaultSettings,
  siteName: 'Stage',
  ...changes,
});

export const aCountry = (code: string, name: string, changes: Partial<Country> = {}): Country => ({
  name,
  code,
  capital: '',
  region: 'EU',
  currency: { code: 'EUR', name: 'Euro', symbol: '€' },
  language: { code: 'de', name: 'German' },
  flag: '',
  ...changes,
});

/** A short list of countries. */
export const someCountries = () => ({
  data: [aCountry('DE', 'Germany'), aCountry('FR', 'France'), aCountry('GB', 'United Kingdom')],
  total: 3,
});

export const aSitePost = (changes: Partial<SitePost> = {}): SitePost => ({
  _id: '0197c6a0-0000-7000-8000-000000000001',
  slug: 'terms',
  title: 'Terms',
  summary: '',
  html: '<h2>Be kind</h2><p>Always.</p>',
  kind: 'page',
  publishedAt: '2026-01-02T10:00:00.000Z',
  updatedAt: '2026-02-03T10:00:00.000Z',
  ...changes,
});
