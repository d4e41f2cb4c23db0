/** Calls that still return 501. Implementing one removes its line. */
export const pendingCalls: readonly string[] = [
  'POST /auth/twitter/login',
  'POST /auth/google/login',
  'POST /auth/twitter/callback',
];
