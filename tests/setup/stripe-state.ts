import type { Fields } from './stripe-schema.ts';

/** Thrown to respond with an error. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Fields;
  constructor(status: number, error: Fields) {
    super(String(error['message'] ?? error['code']));
    this.status = status;
    this.error = error;
  }
}
const mistake = (message: string, more: Fields = {}, status = 400) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...more });
const missing = (what: string, param?: string) =>
  mistake(`No such ${what}`, { code: 'resource_missing', ...(param ? { param } : {}) }, param ? 400 : 404);

/** How a test payment method behaves: `ok`, `challenge`, or the code it is declined with. */
interface Behaviour {
  readonly brand: string;
  readonly last4: string;
  /** Instead of a card: what the wallet is called, or a Link account. */
  readonly wallet?: string;
  readonly atSetup?: string;
  readonly atCharge?: string;
}
const tests: Readonly<Record<string, Behaviour>> = {
  pm_card_visa: { brand: 'visa', last4: '4242' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002', atSetup: 'generic_decline' },
  pm_card_chargeDeclinedExpiredCard: { brand: 'visa', last4: '0069', atSetup: 'expired_card' },
  pm_card_chargeDeclinedIncorrectCvc: { brand: 'visa', last4: '0127', atSetup: 'incorrect_cvc' },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', atCharge: 'generic_decline' },
  pm_card_authenticationRequiredOnSetup: { brand: 'visa', last4: '3155', atSetup: 'challenge' },
  pm_card_authenticationRequired: {
    brand: 'visa',
    last4: '3184',
    atSetup: 'challenge',
    atCharge: 'challenge',
  },
  pm_card_threeDSecure2Required: { brand: 'visa', last4: '3220', atCharge: 'challenge' },
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: {
    brand: 'visa',
    last4: '3178',
    atSetup: 'challenge',
    atCharge: 'challenge-then:insufficient_funds',
  },
  /** Stripe has no tokens for these. */
  pm_apple_pay: { brand: 'visa', last4: '1111', wallet: 'apple_pay' },
  pm_link: { brand: '', last4: '', wallet: 'link' },
  /** Stripe has no such card: it can be saved but is declined for insufficient funds. */
  pm_card_poor: { brand: 'visa', last4: '9995', atCharge: 'insufficient_funds' },
};

export interface Method {
  id: string;
  object: 'payment_method';
  type: 'card' | 'link';
  customer: string | null;
  card?: Fields;
  link?: Fields;
  behaviour: Behaviour;
}
export interface Intent extends Fields {
  id: string;
  object: 'payment_intent' | 'setup_intent';
  status: string;
  customer: string;
  payment_method: string | null;
  client_secret: string;
  amount: number;
  amount_received: number;
  currency: string;
  latest_charge: string | null;
  metadata: Record<string, string>;
  created: number;
}
export interface Charge extends Fields {
  id: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  payment_intent: string;
  metadata: Record<string, string>;
  refunded: boolean;
}

const declineOf = (code: string): Fields => ({
  type: 'card_error',
  code: ['generic_decline', 'insufficient_funds'].includes(code) ? 'card_declined' : code,
  decline_code: code,
  message: 'Your card was declined.',
});
const asked = { type: 'use_stripe_sdk', use_stripe_sdk: {} };

/** Stripe's records: customers, cards, intents, charges, refunds, accounts, transfers. */
export class StripeState {
  readonly customers = new Map<string, Fields>();
  readonly methods = new Map<string, Method>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Fields>();
  readonly accounts = new Map<string, Fields & { id: string }>();
  readonly transfers = new Map<string, Fields & { id: string }>();
  readonly seconds: () => number;
  #count = 0;
  constructor(seconds: () => number) {
    this.seconds = seconds;
  }
  newId = (prefix: string): string => `${prefix}_standin${String((this.#count += 1)).padStart(6, '0')}`;

  customer(fields: Fields, id = this.newId('cus')): Fields {
    this.customers.set(id, { metadata: {}, ...this.customers.get(id), id, object: 'customer', ...fields });
    return this.customers.get(id) as Fields;
  }
  /** A saved or new card; like at Stripe, the name of a test card creates a new one. */
  method(token: string, param?: string): Method {
    const kept = this.methods.get(token);
    if (kept) return kept;
    const behaviour = tests[token];
    if (!behaviour) throw missing(`PaymentMethod: ${token}`, param);
    const { brand, last4, wallet } = behaviour;
    const method = { id: this.newId('pm'), object: 'payment_method', customer: null, behaviour } as const;
    return wallet === 'link'
      ? { ...method, type: 'link', link: { email: 'fan@limelight.test' } }
      : {
          ...method,
          type: 'card',
          card: {
            brand,
            last4,
            exp_month: 12,
            exp_year: 2040,
            fingerprint: `fp${last4}`,
            wallet: wallet ? { type: wallet, dynamic_last4: '0000' } : null,
          },
        };
  }
  intent(id: string, object?: Intent['object']): Intent {
    const found = this.intents.get(id);
    if (!found || (object && found.object !== object)) throw missing(`intent: ${id}`);
    return found;
  }
  #newIntent(object: Intent['object'], fields: Fields): Intent {
    const id = this.newId(object === 'payment_intent' ? 'pi' : 'seti');
    const intent: Intent = {
      payment_method: null,
      amount: 0,
      currency: 'usd',
      amount_received: 0,
      latest_charge: null,
      last_payment_error: null,
      last_setup_error: null,
      next_action: null,
      metadata: {},
      ...(fields as { customer: string }),
      id,
      object,
      status: 'requires_payment_method',
      client_secret: `${id}_secret_x`,
      created: this.seconds(),
    };
    this.intents.set(id, intent);
    return intent;
  }

  setup(fields: Fields): Intent {
    const intent = this.#newIntent('setup_intent', fields);
    return fields['confirm'] ? this.#confirmSetup(intent, String(fields['payment_method'])) : intent;
  }
  #confirmSetup(intent: Intent, token: string): Intent {
    const method = this.method(token, 'payment_method');
    if (method.customer !== null && method.customer !== intent.customer)
      throw mistake('The payment method belongs to another customer.', { param: 'payment_method' });
    this.methods.set(method.id, method);
    intent.payment_method = method.id;
    const { atSetup } = method.behaviour;
    if (atSetup === 'challenge')
      return Object.assign(intent, { status: 'requires_action', next_action: asked });
    if (atSetup !== undefined) {
      Object.assign(intent, { last_setup_error: declineOf(atSetup), payment_method: null });
      throw new StripeRefusal(402, { ...declineOf(atSetup), setup_intent: intent });
    }
    method.customer = intent.customer;
    return Object.assign(intent, { status: 'succeeded' });
  }

  pay(fields: Fields & { off_session?: boolean }): Intent {
    const method = this.methods.get(String(fields['payment_method']));
    if (!method) throw missing(`PaymentMethod: ${String(fields['payment_method'])}`, 'payment_method');
    if (method.customer !== fields['customer'])
      throw mistake('The payment method isn’t attached to this customer.', { param: 'payment_method' });
    const intent = this.#newIntent('payment_intent', { ...fields, amount: Number(fields['amount']) });
    const { atCharge } = method.behaviour;
    if (atCharge?.startsWith('challenge') && fields.off_session)
      return this.#decline(intent, {
        ...declineOf('authentication_required'),
        code: 'authentication_required',
      });
    if (atCharge?.startsWith('challenge'))
      return Object.assign(intent, { status: 'requires_action', next_action: asked });
    return atCharge === undefined ? this.#succeed(intent) : this.#decline(intent, declineOf(atCharge));
  }
  #decline(intent: Intent, error: Fields): never {
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: error,
      payment_method: null,
      next_action: null,
    });
    throw new StripeRefusal(402, { ...error, payment_intent: { ...intent } });
  }
  #succeed(intent: Intent): Intent {
    const id = this.newId('ch');
    this.charges.set(id, {
      id,
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      refunded: false,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: intent.metadata,
      status: 'succeeded',
    });
    return Object.assign(intent, {
      status: 'succeeded',
      latest_charge: id,
      amount_received: intent.amount,
      next_action: null,
    });
  }
  cancel(id: string, object: Intent['object']): Intent {
    const intent = this.intent(id, object);
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw mistake(`This intent is ${intent.status}.`, { code: 'payment_intent_unexpected_state' });
    return Object.assign(intent, { status: 'canceled', cancellation_reason: 'abandoned', next_action: null });
  }

  /** What the cardholder does in the browser with the client secret. */
  answer(secret: string, word: 'complete' | 'fail'): Intent {
    const intent = [...this.intents.values()].find((one) => one.client_secret === secret);
    if (!intent || intent.status !== 'requires_action') throw new Error(`nothing is asked with ${secret}`);
    const method = this.methods.get(intent.payment_method ?? '');
    const failure = {
      type: 'card_error',
      code: `${intent.object}_authentication_failure`,
      message: 'We are unable to authenticate your payment method.',
    };
    const then = method?.behaviour.atCharge?.split(':')[1];
    if (word === 'fail')
      return Object.assign(intent, {
        status: 'requires_payment_method',
        next_action: null,
        last_payment_error: failure,
        last_setup_error: failure,
      });
    if (intent.object === 'payment_intent')
      return then
        ? Object.assign(intent, {
            status: 'requires_payment_method',
            next_action: null,
            last_payment_error: declineOf(then),
          })
        : this.#succeed(intent);
    if (method) method.customer = intent.customer;
    return Object.assign(intent, { status: 'succeeded', next_action: null });
  }
  /** A card typed into Stripe's form, for an intent created by `startCard`. Returns the saved card's id. */
  enter(secret: string, token: string): string {
    const intent = [...this.intents.values()].find((one) => one.client_secret === secret);
    if (!intent) throw new Error(`there is no intent ${secret}`);
    return this.#confirmSetup(intent, token).payment_method ?? '';
  }

  refund({ charge: id, amount }: { charge?: string; amount?: number }): Fields {
    const charge = this.charges.get(id ?? '');
    if (!charge) throw missing(`charge: ${id}`, 'charge');
    const left = charge.amount - charge.amount_refunded;
    if (left === 0) throw mistake('Charge has already been refunded.', { code: 'charge_already_refunded' });
    if ((amount ?? left) > left)
      throw mistake('Refund amount is greater than unrefunded amount on charge.', {
        code: 'amount_too_large',
        param: 'amount',
      });
    charge.amount_refunded += amount ?? left;
    charge.refunded = charge.amount_refunded === charge.amount;
    const refund = {
      id: this.newId('re'),
      object: 'refund',
      charge: id,
      amount: amount ?? left,
      status: 'succeeded',
    };
    this.refunds.set(refund.id, refund);
    return refund;
  }
  transfer(fields: Fields): Fields {
    const account = this.accounts.get(String(fields['destination']));
    if (!account) throw missing(`destination: ${String(fields['destination'])}`, 'destination');
    if ((account['capabilities'] as Fields)['transfers'] !== 'active')
      throw mistake('Your destination account needs to have the transfers capability enabled.', {
        code: 'insufficient_capabilities_for_transfer',
      });
    const transfer = { ...fields, id: this.newId('tr'), object: 'transfer', created: this.seconds() };
    this.transfers.set(transfer.id, transfer);
    return transfer;
  }
  account(fields: Fields): Fields {
    const account = {
      ...fields,
      id: this.newId('acct'),
      object: 'account',
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: {
        currently_due: ['external_account'],
        past_due: [],
        disabled_reason: 'requirements.past_due',
      },
    };
    this.accounts.set(account.id, account);
    return account;
  }
  found<T>(map: Map<string, T>, id: string): T {
    const thing = map.get(id);
    if (thing === undefined) throw missing(id);
    return thing;
  }
}
