/** Modules that are mutated together, and the quick tests that must notice. */
export interface Family {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Mutators that say nothing here. */
  readonly without: readonly string[];
  /** Not measured to the end yet: told, but not held to the threshold. */
  readonly isOpen?: boolean;
}

/** Names of tests that take long: races, and years month by month. Models and crashes have files of their own, which no family names. */
export const long = /race|fifty|two hundred|200 |many job runners|five years|ten megabytes|a hundred times/;

const domain = (...names: string[]) => names.map((name) => `src/backend/domain/${name}.ts`);
const tests = (...names: string[]) => names.map((name) => `tests/backend/${name}.test.ts`);

/** Texts are mutated where they are kinds and reasons that decide something; elsewhere most are sentences for people. */
const sentences = ['StringLiteral'];

export const families: Readonly<Record<string, Family>> = {
  ledger: {
    mutate: domain('ledger', 'ledger-legs', 'ledger-losses'),
    tests: tests('ledger-legs', 'ledger-losses', 'ledger'),
    without: [],
  },
  access: { mutate: domain('access'), tests: tests('access', 'access-lists'), without: [] },
  webhooks: {
    mutate: [
      ...domain('webhook-apply', 'webhook-effects', 'webhook-receive'),
      'src/backend/http/webhooks.ts',
    ],
    tests: tests('webhook-applying', 'webhook-refunds', 'webhooks'),
    without: sentences,
  },
  'subscription-periods': {
    mutate: domain(
      'subscription-dates',
      'subscription-slots',
      'subscription-effects',
      'subscription-renewal',
    ),
    tests: tests(
      'subscription-dates',
      'subscription-due',
      'subscription-paid',
      'subscriptions',
      'subscription-life',
      'subscription-plans',
    ),
    without: sentences,
  },
  'subscription-terms': {
    mutate: domain(
      'subscription-cancel',
      'subscription-offer',
      'subscription-permitted',
      'subscription-resume',
      'subscription-terms',
    ),
    tests: tests(
      'subscription-terms',
      'subscriptions',
      'subscription-plans',
      'subscription-life',
      'subscription-notices',
    ),
    without: sentences,
  },
  'subscription-plans': {
    mutate: domain(
      'subscription-notices',
      'subscription-price',
      'subscription-start',
      'subscription-switch',
      'subscription-views',
    ),
    tests: tests(
      'subscriptions',
      'subscription-plans',
      'subscription-notices',
      'subscription-prices',
      'subscription-life',
      'subscription-paid',
      'promotions',
    ),
    without: sentences,
    isOpen: true,
  },
};
