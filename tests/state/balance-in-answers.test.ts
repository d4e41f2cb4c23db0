import { expect, it } from 'vitest';
import { tipPerformer, topUpWallet, unlocks } from '#services/money/payments.ts';
import { undoTip } from '#services/money/wallet.ts';
import { placeBid } from '#services/trade/auctions.ts';
import { buyProduct } from '#services/trade/products.ts';
import { sessionChecked } from '#state/session/auth.ts';
import { userSlice } from '#state/session/user.ts';
import { aUser } from '../setup/factories/accounts.ts';

it.each(
  [...Object.values(unlocks), topUpWallet, tipPerformer, undoTip, placeBid, buyProduct].map(
    ({ route }): string => route,
  ),
)('the balance is the one in the answer to %s', (endpointName) => {
  const before = userSlice.reducer(undefined, sessionChecked(aUser({ balance: 5 })));
  const answer = {
    type: 'api/executeMutation/fulfilled',
    payload: { balance: 3 },
    meta: { arg: { endpointName } },
  };
  expect(userSlice.reducer(before, answer).current?.balance).toBe(3);
});
