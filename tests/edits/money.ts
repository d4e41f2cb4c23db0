import { cards } from '#backend/db/schema/payments.ts';
import { payoutMethods, payoutRequests } from '#backend/db/schema/payouts.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { openSealed } from '#backend/domain/trade/payouts/methods.ts';
import { eq } from 'drizzle-orm';
import type { PayoutState } from '#contract/trade/payouts.ts';
import type { TestBackend } from '../setup/backend.ts';
import { cardToken } from '../setup/money.ts';
import { aBank, ibans, payoutsIn } from '../setup/payouts.ts';
import { postsIn } from '../setup/posts.ts';
import { berlin, shopIn } from '../setup/shop.ts';
import { type Person, testPassword } from '../setup/test-app.ts';
import { type Change, type Field, type Json, type Subject, edit } from './edit.ts';
import { subscriptionIn } from './people.ts';
import { among, found, makeStage } from './stage.ts';

async function storeCard({ db, ports }: TestBackend, accountId: string, isDefault = false): Promise<string> {
  const id = ports.ids();
  const kept = await ports.payments.saveCard({ accountId, customerId: '', token: cardToken('pays') });
  await db.insert(cards).values({
    id,
    accountId,
    gateway: ports.payments.name,
    ...kept,
    isDefault,
    createdAt: ports.clock.now(),
  });
  return id;
}

const apps = new WeakMap<Subject, TestBackend>();
const appOf = (subject: Subject): TestBackend => apps.get(subject)!;
const within =
  (make: (app: TestBackend) => Promise<Subject>) =>
  async (app: TestBackend): Promise<Subject> => {
    const subject = await make(app);
    apps.set(subject, app);
    return subject;
  };

/** Identifies the fan's card: the row has its id, the view its last digits. */
const paidBy = (state: Parameters<typeof subscriptionIn>[0]) =>
  within(async (app) => {
    const subject = await subscriptionIn(state, 'fan')(app);
    const id = subject.params!['id']!;
    return {
      ...subject,
      read: async () => ({
        ...(await subject.read()),
        cardId: (await app.db.select().from(subscriptions).where(eq(subscriptions.id, id)))[0]!.cardId,
      }),
    };
  });
export const cardEdit = edit<'active' | 'past_due' | 'cancelled' | 'expired'>({
  states: {
    active: paidBy('active'),
    past_due: paidBy('past_due'),
    cancelled: paidBy('cancelled'),
    expired: paidBy('expired'),
  },
  fields: {
    cardId: {
      changes: async (state, subject) => {
        const app = appOf(subject);
        const [mine, theirs] = [
          await storeCard(app, subject.by.id),
          await storeCard(app, (await app.makeFan()).id),
        ];
        return state === 'active' || state === 'past_due'
          ? [
              { value: mine, moves: ['card'] },
              { value: theirs, refused: 422 },
            ]
          : [{ value: mine, refused: 409 }];
      },
    },
  },
});

const cardIn =
  (isDefault: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const by = await app.makeFan();
    const id = await storeCard(app, by.id, isDefault);
    await storeCard(app, by.id, !isDefault);
    return {
      params: { id },
      by,
      read: async () => among(await app.ok('GET /payment-cards', { token: by.token }), id) as Json,
    };
  };
export const defaultCardEdit = edit<'default' | 'other'>({
  states: { default: cardIn(true), other: cardIn(false) },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: true, moves: ['isDefault'] }],
      read: (own) => own['isDefault'],
    },
  },
});

const offer =
  (state: 'running' | 'ended') =>
  async ({ ok, makeCreator }: TestBackend): Promise<Subject> => {
    const by = await makeCreator();
    const params = { id: (await ok('POST /promotions', { token: by.token, body: { percent: 20 } }))._id };
    if (state === 'ended') await ok('PUT /promotions/:id/end', { token: by.token, params });
    const shown = async () =>
      (await ok('GET /promotions/performer/:id', { params: { id: by.id } })).data.length > 0;
    return {
      params,
      by,
      read: async () => among(await ok('GET /promotions/search', { token: by.token }), params.id) as Json,
      onlookers: [
        {
          name: 'visitor',
          read: async () => [(await shown()) ? {} : null],
          sight: (own) => (own['state'] === 'running' ? 'open' : 'hidden'),
        },
      ],
    };
  };
export const offerEdit = edit<'running' | 'ended'>({
  states: { running: offer('running'), ended: offer('ended') },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: 'ended', moves: ['state', 'endedAt'] }],
      read: (own) => own['state'],
    },
  },
});

type OrderStage = 'paid' | 'accepted' | 'shipped' | 'delivered' | 'cancelled';
const ship = { action: 'ship', carrier: 'DHL', tracking: 'JD0143' } as const;
const deny = { action: 'deny', reason: 'It broke in the kiln' } as const;
const orderIn = (state: OrderStage, as: 'buyer' | 'seller') =>
  within(async (app) => {
    const { ok } = app;
    const { owner, stranger } = await makeStage(app);
    await app.fund(stranger.id, 1_000);
    const product = await shopIn(app).makeProduct(owner.id);
    const { order } = await ok('POST /wallet/charges/product/:id', {
      token: stranger.token,
      params: { id: product },
      body: { quantity: 1, address: berlin },
    });
    const params = { id: order._id };
    const move = (who: Person, body: { action: 'accept' | 'cancel' | 'confirm' } | typeof ship) =>
      ok('PUT /orders/:id/update', { token: who.token, params, body });
    if (state === 'cancelled') await move(stranger, { action: 'cancel' });
    else if (state !== 'paid') await move(owner, { action: 'accept' });
    if (state === 'shipped' || state === 'delivered') await move(owner, ship);
    if (state === 'delivered') await move(stranger, { action: 'confirm' });
    const [by, otherSide] = as === 'buyer' ? [stranger, owner] : [owner, stranger];
    const outsider = await app.makeFan();
    const seen = (who: Person) => found(app.call('GET /orders/:id', { token: who.token, params }));
    // Buyer and seller have different actions and permissions.
    const ofTheSide = ['role', 'actions', 'canChangeAddress', 'canDownload'];
    return {
      params,
      by,
      read: () => ok('GET /orders/:id', { token: by.token, params }),
      onlookers: [
        {
          name: 'other side',
          read: async () => [
            Object.fromEntries(
              Object.entries((await seen(otherSide)) ?? {}).filter(([key]) => !ofTheSide.includes(key)),
            ),
          ],
          sight: () => 'open',
        },
        { name: 'outsider', read: async () => [await seen(outsider)], sight: () => 'hidden' },
      ],
    };
  });
type Side = `${OrderStage} ${'buyer' | 'seller'}`;
const sides = {
  'paid buyer': orderIn('paid', 'buyer'),
  'paid seller': orderIn('paid', 'seller'),
  'accepted buyer': orderIn('accepted', 'buyer'),
  'accepted seller': orderIn('accepted', 'seller'),
  'shipped buyer': orderIn('shipped', 'buyer'),
  'shipped seller': orderIn('shipped', 'seller'),
  'delivered buyer': orderIn('delivered', 'buyer'),
  'delivered seller': orderIn('delivered', 'seller'),
  'cancelled buyer': orderIn('cancelled', 'buyer'),
  'cancelled seller': orderIn('cancelled', 'seller'),
};
/** Who may do what in which state, and the resulting state. */
const moves: Partial<Record<Side, Record<string, string>>> = {
  'paid buyer': { cancel: 'refunded' },
  'paid seller': { accept: 'accepted', deny: 'refunded' },
  'accepted buyer': {},
  'accepted seller': { ship: 'shipped', deny: 'refunded' },
  'shipped buyer': { confirm: 'delivered', report: 'shipped' },
  'shipped seller': { correct: 'shipped' },
  'delivered buyer': { report: 'delivered' },
};
const byMove = [
  'state',
  'deadline',
  'actions',
  'timeline',
  'canChangeAddress',
  'carrier',
  'tracking',
  'canDownload',
  'refundable',
  'problem',
];
const along: Record<string, Json> = {
  ship: { carrier: 'DHL', tracking: 'JD0143' },
  deny: { reason: deny.reason },
  correct: { carrier: 'UPS', tracking: '1Z9' },
  report: { problem: 'not-arrived', text: 'Two weeks have passed.' },
  answer: { text: 'It will come.' },
  resend: { carrier: 'UPS', tracking: '1Z9', text: 'Another one is on its way.' },
  escalate: { text: 'It never came.' },
};
const everyMove = [
  'accept',
  'ship',
  'correct',
  'deny',
  'cancel',
  'confirm',
  'report',
  'answer',
  'resend',
  'solve',
  'escalate',
];
const noteOf = (own: Json, of: string): unknown =>
  (own['timeline'] as { event: string; note: string }[]).find(({ event }) => event === of)?.note;
const whenMoving = (action: string, value: string, read: (own: Json) => unknown): Field<Side> => ({
  changes: (side) => [
    moves[side]?.[action]
      ? { value, along: { ...along[action], action }, moves: byMove }
      : { value, along: { ...along[action], action }, refused: 409 },
  ],
  read,
});
export const orderEdit = edit<Side>({
  states: sides,
  fields: {
    action: {
      changes: (side) =>
        everyMove.map((value): Change => {
          const next = moves[side]?.[value];
          return next
            ? { value, along: along[value]!, shown: next, moves: byMove }
            : { value, along: along[value]!, refused: 409 };
        }),
      read: (own) => own['state'],
    },
    carrier: whenMoving('ship', 'Hermes', (own) => own['carrier']),
    tracking: whenMoving('ship', 'XY1', (own) => own['tracking']),
    reason: whenMoving('deny', 'It broke', (own) => noteOf(own, 'denied')),
    problem: {
      changes: (side) =>
        ['not-arrived', 'damaged', 'wrong-item', 'incomplete', 'other'].map((value): Change => {
          const others = { ...along['report'], action: 'report' };
          return moves[side]?.['report']
            ? { value, along: others, moves: byMove }
            : { value, along: others, refused: 409 };
        }),
      read: (own) => (own['problem'] as Json | null)?.['reason'],
    },
    text: whenMoving('report', 'It came in pieces.', (own) => noteOf(own, 'reported')),
    photos: {
      changes: async (side, subject) => {
        const value = [await postsIn(appOf(subject)).makeFile(subject.by.id, { type: 'message-photo' })];
        const others = { ...along['report'], action: 'report' };
        return moves[side]?.['report']
          ? [{ value, along: others, moves: byMove }]
          : [{ value, along: others, refused: 409 }];
      },
    },
  },
});
const where = (key: string, value: string): Field<Side> => ({
  changes: (side) => [
    side === 'paid buyer' || side === 'accepted buyer'
      ? { value, along: { address: berlin }, moves: ['address', 'timeline'] }
      : { value, along: { address: berlin }, refused: 409 },
  ],
  read: (own) => (own['address'] as Json)[key],
});
export const orderAddressEdit = edit<Side>({
  states: sides,
  fields: {
    addressId: {
      changes: async (side, subject) => {
        const value = await shopIn(appOf(subject)).makeAddress(subject.by.id, { city: 'Bremen' });
        return [
          side === 'paid buyer' || side === 'accepted buyer'
            ? { value, shown: 'Bremen', moves: ['address', 'timeline'] }
            : { value, refused: 409 },
        ];
      },
      read: (own) => (own['address'] as Json)['city'],
    },
    'address.name': where('name', 'Bo Fan'),
    'address.line1': where('line1', 'Elm Street 2'),
    'address.line2': where('line2', 'Third floor'),
    'address.city': where('city', 'Hamburg'),
    'address.state': where('state', 'HH'),
    'address.zip': where('zip', '20095'),
    'address.country': where('country', 'FR'),
    'address.phone': where('phone', '+4940999999'),
  },
});

const payoutIn =
  (state: PayoutState) =>
  async (app: TestBackend): Promise<Subject> => {
    const by = await app.makeCreator();
    const { earn, makeBank, ask } = payoutsIn(app);
    await makeBank(by);
    await earn(by.id, 20_000);
    const id = (await ask(by, 6_000))._id;
    if (state !== 'pending')
      await app.db.update(payoutRequests).set({ state }).where(eq(payoutRequests.id, id));
    return {
      params: { id },
      by,
      read: () => app.ok('GET /payout-requests/:id/view', { token: by.token, params: { id } }),
    };
  };
const whilePending = (...changes: readonly Change[]): Field<PayoutState> => ({
  changes: (state) =>
    state === 'pending'
      ? changes
      : changes.filter(({ refused }) => !refused).map(({ value }) => ({ value, refused: 409 })),
});
export const payoutEdit = edit<PayoutState>({
  states: {
    pending: payoutIn('pending'),
    approved: payoutIn('approved'),
    processing: payoutIn('processing'),
    paid: payoutIn('paid'),
    rejected: payoutIn('rejected'),
    cancelled: payoutIn('cancelled'),
    failed: payoutIn('failed'),
    returned: payoutIn('returned'),
  },
  fields: {
    amount: whilePending(
      { value: 5_000, moves: ['timeline'] },
      { value: 20_000, moves: ['timeline'] },
      { value: 1, refused: 422 },
      { value: 900_000_000, refused: 422 },
    ),
    note: whilePending({ value: 'For March', moves: ['timeline'] }, { value: '' }),
  },
});

const bank =
  (isFirst: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const by = await app.makeCreator();
    if (!isFirst) await payoutsIn(app).makeBank(by);
    const read = async (): Promise<Json> => {
      const rows = await app.db
        .select()
        .from(payoutMethods)
        .where(eq(payoutMethods.accountId, by.id))
        .orderBy(payoutMethods.createdAt, payoutMethods.id);
      const chosen = rows.find(({ isChosen }) => isChosen);
      return {
        details: chosen?.sealed
          ? (await openSealed(app.ctx, { id: chosen.id, accountId: by.id, sealed: chosen.sealed }))?.details
          : null,
      };
    };
    return { params: { id: by.id }, by, read };
  };
const { iban: _iban, country: _country, ...about } = aBank;
const inGermany = { ...about, country: 'DE', iban: ibans.DE };
const inTheUs = { ...about, country: 'US', account: '000123456789', routing: '110000000' };
const detail = (key: string, ...changes: readonly Change[]): Field<string> => ({
  changes: () => changes.map((one) => ({ moves: ['details'], ...one })),
  read: (own) => (own['details'] as Json)[key],
});
export const bankEdit = edit<'first' | 'another'>({
  states: { first: bank(true), another: bank(false) },
  along: { password: testPassword },
  fields: {
    holder: detail('holder', { value: 'Bo Clay', along: inGermany }),
    bank: detail('bank', { value: 'Nordbank', along: inGermany }),
    currency: detail('currency', { value: 'USD', along: inGermany }),
    country: detail(
      'country',
      { value: 'FR', along: { ...inGermany, iban: ibans.FR } },
      { value: 'FR', along: inGermany, refused: 422 },
    ),
    iban: detail(
      'iban',
      { value: ibans.DE, along: inGermany },
      { value: 'DE00', along: inGermany, refused: 422 },
      { value: ibans.DE, along: inTheUs, refused: 422 },
    ),
    account: detail(
      'account',
      { value: '000123456789', along: inTheUs },
      { value: '1', along: inTheUs, refused: 422 },
      { value: '000123456789', along: inGermany, refused: 422 },
    ),
    routing: detail(
      'routing',
      { value: '110000000', along: inTheUs },
      { value: '123', along: inTheUs, refused: 422 },
    ),
    password: {
      ...detail(
        'iban',
        { value: testPassword, along: inGermany, shown: ibans.DE },
        { value: 'guessed', along: inGermany, refused: 422 },
      ),
    },
  },
});
const billing =
  (entered: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const [by, stranger] = [await app.makeCreator(), await app.makeCreator()];
    const read = async (token: string): Promise<Json | null> =>
      (await app.ok('GET /performer/billing-details', { token })).details;
    if (entered)
      await app.ok('PUT /performer/billing-details', {
        token: by.token,
        body: { ...inPortland, taxNumber: '98-7654321' },
      });
    return {
      by,
      read: async () => (await read(by.token)) ?? {},
      onlookers: [
        { name: 'stranger', read: async () => [await read(stranger.token)], sight: () => 'hidden' },
      ],
    };
  };
const inPortland = { name: 'Cleo Clay', line1: 'Kiln Street 1', city: 'Portland', country: 'US' };
const others = ['name', 'line1', 'line2', 'city', 'state', 'zip', 'country', 'taxNumber'] as const;
/** A field of the details, which are sent and replaced as a whole. */
const billed = (key: (typeof others)[number], ...changes: readonly Change[]): Field<string> => ({
  changes: () =>
    changes.map((change) => ({
      moves: others.filter((other) => other !== key),
      ...change,
    })),
});
export const billingEdit = edit<'none' | 'entered'>({
  states: { none: billing(false), entered: billing(true) },
  along: inPortland,
  fields: {
    name: billed('name', { value: 'Cleo Clay LLC' }, { value: ' ', refused: 422 }),
    line1: billed('line1', { value: 'Wheel Road 2' }, { value: '', refused: 422 }),
    line2: billed('line2', { value: 'Suite 4' }),
    city: billed('city', { value: 'Salem' }, { value: '', refused: 422 }),
    state: billed('state', { value: 'OR' }),
    zip: billed('zip', { value: '97201' }, { value: '<b>', refused: 422 }),
    country: billed('country', { value: 'FR' }, { value: 'XX', refused: 422 }, { value: 'fr', refused: 422 }),
    taxNumber: billed(
      'taxNumber',
      { value: 'DE 123/456.7-8' },
      { value: '=HYPERLINK()', refused: 422 },
      { value: 'x'.repeat(41), refused: 422 },
    ),
  },
});

const atGateway =
  (begun: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const by = await app.makeCreator();
    if (begun) await app.ok('POST /stripe/accounts', { token: by.token });
    return {
      params: { id: by.id },
      by,
      read: async () => ({
        methods: (await app.ok('GET /payout-methods', { token: by.token })).data.length,
      }),
    };
  };
export const gatewayEdit = edit<'begun' | 'none'>({
  states: { begun: atGateway(true), none: atGateway(false) },
  fields: {
    '': {
      changes: (state) => [
        state === 'none'
          ? { value: undefined, refused: 409 }
          : { value: undefined, shown: 1, moves: ['methods'] },
      ],
      read: (own) => own['methods'],
    },
  },
});

const caps = (state: 'none' | 'set') =>
  within(async (app) => {
    const by = await app.makeFan();
    if (state === 'set') await app.ok('PUT /wallet/caps', { token: by.token, body: { amount: 5_000 } });
    return { by, read: () => app.ok('GET /wallet/caps', { token: by.token }) };
  });
type Cap = { performer: { _id: string } | null; amount: number; next: { amount: number | null } | null };
/** The current limit and the scheduled one; increases are delayed. */
const capOf = (own: Json): unknown => {
  const cap = (own['data'] as Cap[]).find(({ performer }) => performer === null);
  return cap ? (cap.next ? [cap.amount, cap.next.amount] : [cap.amount]) : [];
};
export const capEdit = edit<'none' | 'set'>({
  states: { none: caps('none'), set: caps('set') },
  fields: {
    amount: {
      changes: (state) => [
        { value: 3_000, shown: [3_000], moves: ['data'] },
        { value: 9_000, shown: state === 'set' ? [5_000, 9_000] : [9_000], moves: ['data'] },
        { value: null, shown: state === 'set' ? [5_000, null] : [], moves: ['data'] },
      ],
      read: capOf,
    },
    performerId: {
      changes: async (_, subject) => {
        const { makeCreator } = appOf(subject);
        return [
          { value: (await makeCreator()).id, along: { amount: 700 }, shown: 700, moves: ['data'] },
          { value: subject.by.id, along: { amount: 700 }, refused: 422 },
        ];
      },
      read: (own) => (own['data'] as Cap[]).find(({ performer }) => performer !== null)?.amount,
    },
  },
});
