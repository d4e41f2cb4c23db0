import { expect, it } from 'vitest';
import type { OwnReferralCode } from '#contract/money/referrals.ts';
import { getReferralCode, listReferrals } from '#services/money/referrals.ts';
import { askRead, knownAnswer } from '#state/query/ask.ts';
import { patchAnswer } from '#state/query/cache-updates.ts';
import { makeStore } from '#state/store.ts';
import { makeFakeDeps } from './setup/make-fake-deps.ts';

const code = (text: string) => ({ code: text }) as unknown as OwnReferralCode;
const storeWith = () => makeStore(makeFakeDeps({ 'GET /referrals/user/code': () => code('lena') }), {});

it('changes an answer that is known', async () => {
  const store = storeWith();
  await askRead(store, getReferralCode, { input: {} });
  patchAnswer(
    store,
    { endpoint: getReferralCode.route, arg: {} },
    { change: (known: { code: string }) => (known.code = 'ana'), isStep: false },
  );
  expect(knownAnswer(store, getReferralCode, {})).toEqual(code('ana'));
});

it('has nothing to change where nobody has asked, and asks nothing itself', () => {
  const store = storeWith();
  const changes: unknown[] = [];
  for (const isStep of [false, true])
    patchAnswer(
      store,
      { endpoint: listReferrals.route, arg: {} },
      { change: (known) => changes.push(known), isStep },
    );
  expect(changes).toEqual([]);
});
