/** Every page of the operator's desk. Apart from `routes`, which every page of the site loads. */
export const deskRoutes = {
  overview: '/operator',
  creators: '/operator/creators',
  creator: (id: string) => `/operator/creators/${id}`,
  payouts: '/operator/payouts',
  payout: (id: string) => `/operator/payouts/${id}`,
  disputes: '/operator/disputes',
  contact: '/operator/contact',
  contactMessage: (id: string) => `/operator/contact/${id}`,
  mails: '/operator/mails',
  jobs: '/operator/jobs',
  events: '/operator/events',
  health: '/operator/health',
  figures: '/operator/figures',
  search: '/operator/search',
  person: (id: string) => `/operator/people/${id}`,
  payment: (id: string) => `/operator/payments/${id}`,
} as const;
