/** Modules that are mutated together, and the fast tests that must detect it. */
export interface Family {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Mutators that aren't meaningful here. */
  readonly without: readonly string[];
  /** Reported but not held to the threshold yet. */
  readonly isOpen?: boolean;
}

/**
 * Names of slow tests: races, and years month by month. Models and crash tests have files of their own, which
 * no family lists.
 */
export const long = /race|fifty|two hundred|200 |many job runners|five years|ten megabytes|a hundred times/;

const src = (...names: string[]) => names.map((name) => `src/backend/${name}.ts`);
const tests = (...names: string[]) => names.map((name) => `tests/backend/${name}.test.ts`);

/**
 * Strings are mutated only where they are kinds or reasons that affect behavior; elsewhere most are messages.
 */
const sentences = ['StringLiteral'];

export const families: Readonly<Record<string, Family>> = {
  ledger: {
    mutate: src('domain/base/ledger/ledger', 'domain/base/ledger/postings', 'domain/base/ledger/losses'),
    tests: tests('base/ledger/postings', 'base/ledger/ledger-losses', 'base/ledger/ledger'),
    without: [],
  },
  access: {
    mutate: src('domain/base/access/access'),
    tests: tests('base/access/access', 'base/access/access-lists'),
    without: [],
  },
  webhooks: {
    mutate: [
      ...src(
        'domain/trade/payment-outcomes/webhook-apply',
        'domain/trade/payment-outcomes/webhook-effects',
        'domain/trade/payment-outcomes/webhook-receive',
      ),
      ...src('http/webhooks'),
    ],
    tests: tests(
      'money/payments/webhook-applying',
      'money/payments/webhook-refunds',
      'money/payments/webhooks',
    ),
    without: sentences,
  },
  'subscription-periods': {
    mutate: src(
      'kernel/subscription-dates',
      'domain/trade/subscriptions/slots',
      'domain/trade/subscriptions/effects',
      'domain/trade/subscriptions/renewal',
    ),
    tests: tests(
      'trade/subscriptions/subscription-dates',
      'trade/subscriptions/subscription-due',
      'trade/subscriptions/subscription-paid',
      'trade/subscriptions/subscriptions',
      'trade/subscriptions/subscription-life',
      'trade/subscriptions/subscription-plans',
    ),
    without: sentences,
  },
  'subscription-terms': {
    mutate: src(
      'domain/trade/subscriptions/cancel',
      'domain/trade/subscriptions/offer',
      'domain/trade/subscriptions/renewal-rules',
      'domain/trade/subscriptions/resume',
      'domain/trade/subscriptions/terms',
    ),
    tests: tests(
      'trade/subscriptions/subscription-terms',
      'trade/subscriptions/subscriptions',
      'trade/subscriptions/subscription-plans',
      'trade/subscriptions/subscription-life',
      'trade/subscriptions/subscription-notices',
    ),
    without: sentences,
  },
  'subscription-plans': {
    mutate: src(
      'domain/trade/subscriptions/notices',
      'domain/trade/subscriptions/price',
      'domain/trade/subscriptions/start',
      'domain/trade/subscriptions/switch',
      'domain/trade/subscriptions/presenters',
    ),
    tests: tests(
      'trade/subscriptions/subscriptions',
      'trade/subscriptions/subscription-plans',
      'trade/subscriptions/subscription-notices',
      'trade/subscriptions/subscription-prices',
      'trade/subscriptions/subscription-life',
      'trade/subscriptions/subscription-paid',
      'trade/subscriptions/promotions',
    ),
    without: sentences,
    isOpen: true,
  },
};
