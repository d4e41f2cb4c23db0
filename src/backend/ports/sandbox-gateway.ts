import { Wallet } from '#contract/core/cards.ts';
import { AppError, invalid } from '../kernel/errors.ts';
import type {
  ChargeOutcome,
  ConnectGateway,
  GatewayCard,
  GatewayEvent,
  PaymentGateway,
} from './payment-gateway.ts';
import type { Clock, Crypto } from './ports.ts';
import { type Behaviour, type RefusalNotice, type TestCard, refusals, testCards } from './test-cards.ts';

const declined = (reason: RefusalNotice) => new AppError(402, 'card_declined', refusals[reason]);

/** What the person chose on the simulated bank page. Anything but `complete` counts as a refusal. */
function parseChallengeAnswer(challengeAnswer: string | undefined): 'complete' | 'fail' | null {
  if (challengeAnswer === undefined) return null;
  return challengeAnswer === 'complete' ? 'complete' : 'fail';
}

/** Checks a card number's Luhn digit, which catches a mistyped digit before anything is sent. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** A card is valid until its month has ended everywhere in the world. */
const isOver = (year: number, month: number, time: Date) => Date.UTC(year, month, 1, 12) <= time.getTime();

/**
 * Parses `MM/YY` or `MM/YYYY`.
 * @throws AppError 422 when it is malformed or in the past.
 */
function readExpiry(text: string, time: Date): { expMonth: number; expYear: number } {
  const match = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(text);
  const expMonth = Number(match?.[1]);
  if (!match?.[2] || expMonth < 1 || expMonth > 12)
    throw invalid('token', 'Enter the expiry date as month and year, like 04/29.');
  const expYear = Number(match[2].length === 2 ? `20${match[2]}` : match[2]);
  if (isOver(expYear, expMonth, time)) throw invalid('token', 'That card has expired. Use another one.');
  if (expYear > time.getUTCFullYear() + 30) throw invalid('token', 'Check the expiry year.');
  return { expMonth, expYear };
}

const isWallet = (token: string): token is Wallet => Wallet.safeParse(token).success;

/** What a wallet hands over: a card that pays, or an account of Link. */
function fromWallet({ crypto, clock }: Tools, wallet: Wallet, accountId: string): GatewayCard {
  const expiry = { expMonth: 12, expYear: clock.now().getUTCFullYear() + 4 };
  return {
    gatewayId: buildGatewayId('pays', expiry, crypto.randomToken(12)),
    wallet,
    ...(wallet === 'link'
      ? { brand: 'link', last4: '', expMonth: null, expYear: null }
      : { brand: 'visa', last4: '4242', ...expiry }),
    // Nobody else has the same wallet.
    fingerprint: `sandbox_${crypto.sha256(`wallet:${accountId}:${wallet}`).slice(0, 24)}`,
  };
}

function readCard(
  token: string,
  time: Date,
): { card: TestCard; last4: string; expMonth: number; expYear: number } {
  const parts = token.split('|').map((part) => part.trim());
  const [number = '', expiry = '', code = ''] = parts;
  const digits = number.replace(/[\s-]/g, '');
  if (parts.length !== 3 || !isCardNumber(digits)) throw invalid('token', 'Check the card number.');
  const { expMonth, expYear } = readExpiry(expiry, time);
  const card = testCards[digits];
  // Only public test numbers are accepted, so that nobody enters a real card.
  if (!card)
    throw new AppError(
      402,
      'card_declined',
      'This site is in test mode and doesn’t accept real cards. Use a test card, like 4242 4242 4242 4242.',
    );
  const codeLength = card.brand === 'amex' ? 4 : 3;
  if (!new RegExp(`^\\d{${codeLength}}$`).test(code))
    throw invalid('token', `Enter the ${codeLength} digits of the security code.`);
  return { card, last4: digits.slice(-4), expMonth, expYear };
}

/** A card's behavior is part of its id, so that it stays the same after a restart and in every process. */
const buildGatewayId = (
  behaviour: Behaviour,
  expiry: { expYear: number; expMonth: number },
  unique: string,
) => `sandbox.${behaviour}.${expiry.expYear}-${expiry.expMonth}.${unique}`;

function parseBehaviour(gatewayId: string, time: Date): Behaviour {
  const [gateway, behaviour, expiry = ''] = gatewayId.split('.');
  const [year, month] = expiry.split('-').map(Number);
  if (gateway !== 'sandbox' || !year || !month) return 'generic_decline';
  return isOver(year, month, time) ? 'expired_card' : (behaviour as Behaviour);
}

/** The sandbox sends no events, so nothing that arrives can be genuine. */
const readEvent = (): Promise<GatewayEvent> =>
  Promise.reject(new AppError(400, 'bad_signature', 'The test gateway sends no events.'));

const createConnect = (crypto: Crypto): ConnectGateway => ({
  createAccount: async ({ accountId }) => ({ gatewayId: `sandbox_acct_${accountId}` }),
  // There is nothing to fill in: the creator returns immediately and can be paid out.
  onboardingLink: async ({ returnUrl }) => ({ url: returnUrl }),
  status: async () => ({ payoutsEnabled: true, requirements: [] }),
  transfer: async ({ idempotencyKey }) => ({
    transferId: `sandbox_tr_${crypto.sha256(`transfer:${idempotencyKey}`).slice(0, 24)}`,
  }),
});

interface Tools {
  readonly crypto: Crypto;
  readonly clock: Clock;
}

const secretFor = (crypto: Crypto, subject: string) =>
  `sandbox_challenge_${crypto.sha256(`challenge:${subject}`).slice(0, 24)}`;

async function saveCard(
  { crypto, clock }: Tools,
  input: Parameters<PaymentGateway['saveCard']>[0],
): Promise<GatewayCard> {
  if (isWallet(input.token)) return fromWallet({ crypto, clock }, input.token, input.accountId);
  const { card, ...facts } = readCard(input.token, clock.now());
  const answer = parseChallengeAnswer(input.challengeAnswer);
  if (card.atSaving === 'challenge' && answer === null) {
    const clientSecret = secretFor(crypto, `${input.accountId}:${facts.last4}`);
    throw new AppError(402, 'card_challenge', 'Your bank wants to confirm that it’s you.', {
      details: { clientSecret },
    });
  }
  if (answer === 'fail') throw declined('authentication_failed');
  if (card.atSaving !== undefined && card.atSaving !== 'challenge') throw declined(card.atSaving);
  // Everyone uses the same few test numbers, so the fingerprint covers everything typed.
  const fingerprint = `sandbox_${crypto.sha256(`card:${input.token.replaceAll(/[\s-]/g, '')}`).slice(0, 24)}`;
  return {
    gatewayId: buildGatewayId(card.atCharge ?? 'pays', facts, crypto.randomToken(12)),
    brand: card.brand,
    wallet: null,
    ...facts,
    fingerprint,
  };
}

type ChargeInput = Parameters<PaymentGateway['charge']>[0];

const refuse = (reason: RefusalNotice): ChargeOutcome => ({
  status: 'declined',
  reason,
  message: refusals[reason],
});

function succeed(crypto: Crypto, { paymentId, amount, currency }: ChargeInput): ChargeOutcome {
  const id = crypto.sha256(`charge:${paymentId}`).slice(0, 24);
  return {
    status: 'succeeded',
    chargeId: `sandbox_ch_${id}`,
    eventId: `sandbox_evt_${id}`,
    amount,
    currency,
  };
}

function decideOutcome({ crypto, clock }: Tools, input: ChargeInput): ChargeOutcome {
  const answer = parseChallengeAnswer(input.challengeAnswer);
  const behaviour = parseBehaviour(input.card, clock.now());
  if (behaviour === 'pays') return succeed(crypto, input);
  if (behaviour !== 'challenge' && behaviour !== 'challenge-then-declines') return refuse(behaviour);
  if (answer === null && input.offSession) return refuse('authentication_required');
  if (answer === null) return { status: 'challenge', clientSecret: secretFor(crypto, input.paymentId) };
  if (answer === 'fail') return refuse('authentication_failed');
  return behaviour === 'challenge' ? succeed(crypto, input) : refuse('generic_decline');
}

/**
 * A gateway without an account or real money. It accepts the public test numbers and behaves as their
 * documentation says. It stores nothing: every result follows from the card and the key, so repeating a
 * charge returns the same id.
 *
 * A challenge is resolved by `challengeAnswer`: `complete` for a confirmation by the cardholder, `fail` for a
 * refusal.
 */
export const createSandboxGateway = (tools: Tools): PaymentGateway => ({
  name: 'sandbox',
  isTest: true,
  publishableKey: null,
  saveCard: (input) => saveCard(tools, input),
  charge: async (input) => ({
    ...decideOutcome(tools, input),
    gatewayRef: `sandbox_pi_${tools.crypto.sha256(`payment:${input.paymentId}`).slice(0, 24)}`,
  }),
  readEvent,
  createCustomer: async ({ accountId }) => ({ customerId: `sandbox_cus_${accountId}` }),
  startCard: async ({ customerId }) => ({ clientSecret: secretFor(tools.crypto, customerId) }),
  removeCard: async () => {},
  refund: async () => {},
  connect: createConnect(tools.crypto),
});
