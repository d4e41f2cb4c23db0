import { describe, expect, it } from 'vitest';
import { maintenance, resolveLayout } from '#shell/frame/layout-resolver.ts';

describe('the layout of a page', () => {
  const names = ['geoBlock', 'maintenance', 'primary', 'public', 'blank', 'home', 'operator'] as const;
  it.each([undefined, ...names])('is the declared one, else primary: %s', (declared) =>
    expect(resolveLayout({ declared, countryBlocked: false, maintenance: false })).toBe(
      declared ?? 'primary',
    ),
  );
  it.each([undefined, ...names])('a country block overrides %s', (declared) =>
    expect(resolveLayout({ declared, countryBlocked: true, maintenance: false })).toBe('geoBlock'),
  );
  it.each([undefined, ...names])('maintenance overrides %s', (declared) =>
    expect(resolveLayout({ declared, countryBlocked: false, maintenance: true })).toBe('maintenance'),
  );
  it('the maintenance flag is always false', () => expect(maintenance).toBe(false));
});
