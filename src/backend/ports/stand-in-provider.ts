import type { IdentityProvider } from './identity-provider.ts';

/**
 * Stands in for a provider where none can be reached: it sends the browser straight back, always as the same
 * person.
 */
export const createStandInProvider = (name: string): IdentityProvider => ({
  authorize: async ({ state, redirectUri }) =>
    `${redirectUri}?${new URLSearchParams({ code: 'stand-in', state }).toString()}`,
  exchange: async () => ({
    subject: 'stand-in',
    name: `Robin of ${name}`,
    email: null,
    label: 'robin@stand-in.example',
  }),
});
