import type { CurrentUser } from '#contract/people/accounts.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aUser = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  _id: 'me',
  avatar: '/icons/no-avatar.svg',
  cover: null,
  name: 'Mia',
  email: 'mia@example.com',
  emailVerified: true,
  pendingEmail: null,
  balance: 100,
  isPerformer: false,
  username: 'mia',
  bio: '',
  country: null,
  timeZone: 'UTC',
  totalNotSeenMessages: 0,
  consentDue: false,
  unreadNotifications: 0,
  isNewAccount: false,
  createdAt: at,
  updatedAt: at,
  ...changes,
});
