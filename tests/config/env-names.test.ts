import { expect, test } from 'vitest';
import { misspelledSettings } from '#config/env-names.ts';
import { EnvSchema } from '#config/env.ts';

test.each([
  ['TRUSTED_PROXYS', "TRUSTED_PROXYS isn't a setting. Did you mean TRUSTED_PROXIES?"],
  ['PUBLIC_URI', "PUBLIC_URI isn't a setting. Did you mean PUBLIC_URL?"],
  ['stripe_secret_key', "stripe_secret_key isn't a setting. Did you mean STRIPE_SECRET_KEY?"],
  ['STRIPE_KEY', "STRIPE_KEY isn't a setting, and has no effect."],
  ['LIVE_UDP_PORTS', "LIVE_UDP_PORTS isn't a setting. Did you mean LIVE_UDP_PORT?"],
])('%s is pointed out', (name, sentence) => expect(misspelledSettings({ [name]: '1' })).toEqual([sentence]));

test('one letter left out of any longer setting is pointed out', () => {
  for (const name of Object.keys(EnvSchema.shape).filter(({ length }) => length >= 6))
    expect(misspelledSettings({ [name.slice(0, -1)]: '1' })[0], name).toMatch(/isn't a setting/);
});

test('settings, and variables of other programs, aren’t', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'LANG',
    'NODE_ENV',
    'NODE_OPTIONS',
    'PGHOST',
    'SHELL',
    'SENTRY_RELEASE',
    'PWD',
  ];
  const names = [...Object.keys(EnvSchema.shape), ...others, 'NEXT_TELEMETRY_DISABLED', 'POSTGRES_PASSWORD'];
  expect(misspelledSettings(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
  expect(misspelledSettings(process.env)).toEqual([]);
});
