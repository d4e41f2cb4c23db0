/** Modules that are mutated together, and the quick tests that must notice. */
export interface Family {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Mutators that say nothing here. */
  readonly without: readonly string[];
  /** Not measured to the end yet: told, but not held to the threshold. */
  readonly isOpen?: boolean;
}

/**
 * Names of tests that take long: races, and years month by month. Models and crashes have files of their own,
 * which no family names.
 */
export const long = /race|fifty|two hundred|200 |many job runners|five years|ten megabytes|a hundred times/;

const src = (...names: string[]) => names.map((name) => `src/backend/${name}.ts`);
const tests = (...names: string[]) => names.map((name) => `tests/backend/${name}.test.ts`);

/**
 * Texts are mutated where they are kinds and reasons that decide something; elsewhere most are sentences for
 * people.
 */
const sentences = ['StringLiteral'];

export const families: Readonly<Record<string, Family>> = {
  ledger: {
    mutate: src('domain/ledger/ledger', 'domain/ledger/postings', 'domain/ledger/losses'),
    tests: tests('ledger/postings', 'ledger/ledger-losses', 'ledger/ledger'),
    without: [],
  },
  access: {
    mutate: src('domain/access/access'),
    tests: tests('access/access', 'access/access-lists'),
    without: [],
  },
  webhooks: {
    mutate: [
      ...src(
        'domain/payment-outcomes/webhook-apply',
        'domain/payment-outcomes/webhook-effects',
        'domain/payment-outcomes/webhook-receive',
      ),
      ...src('http/webhooks'),
    ],
    tests: tests('payments/webhook-applying', 'payments/webhook-refunds', 'payments/webhooks'),
    without: sentences,
  },
  'subscription-periods': {
    mutate: src(
      'kernel/subscription-dates',
      'domain/subscriptions/slots',
      'domain/subscriptions/effects',
      'domain/subscriptions/renewal',
    ),
    tests: tests(
      'subscriptions/subscription-dates',
      'subscriptions/subscription-due',
      'subscriptions/subscription-paid',
      'subscriptions/subscriptions',
      'subscriptions/subscription-life',
      'subscriptions/subscription-plans',
    ),
    without: sentences,
  },
  'subscription-terms': {
    mutate: src(
      'domain/subscriptions/cancel',
      'domain/subscriptions/offer',
      'domain/subscriptions/renewal-rules',
      'domain/subscriptions/resume',
      'domain/subscriptions/terms',
    ),
    tests: tests(
      'subscriptions/subscription-terms',
      'subscriptions/subscriptions',
      'subscriptions/subscription-plans',
      'subscriptions/subscription-life',
      'subscriptions/subscription-notices',
    ),
    without: sentences,
  },
  'subscription-plans': {
    mutate: src(
      'domain/subscriptions/notices',
      'domain/subscriptions/price',
      'domain/subscriptions/start',
      'domain/subscriptions/switch',
      'domain/subscriptions/presenters',
    ),
    tests: tests(
      'subscriptions/subscriptions',
      'subscriptions/subscription-plans',
      'subscriptions/subscription-notices',
      'subscriptions/subscription-prices',
      'subscriptions/subscription-life',
      'subscriptions/subscription-paid',
      'subscriptions/promotions',
    ),
    without: sentences,
    isOpen: true,
  },
};
