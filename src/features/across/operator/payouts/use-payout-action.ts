import type { PayoutCase } from '#contract/across/operator/payouts.ts';
import {
  approveDeskPayout,
  failDeskPayout,
  payDeskPayout,
  rejectDeskPayout,
  withdrawDeskPayout,
} from '#services/across/operator/cases.ts';
import { useWrite } from '#state/query/hooks.ts';
import type { PayoutAction } from './payout-actions.ts';

/** Does an action that asks for one text: the reason, or the bank's reference of a payment. */
export function usePayoutAction({ _id: id }: PayoutCase) {
  const [approve] = useWrite(approveDeskPayout);
  const [pay] = useWrite(payDeskPayout);
  const [reject] = useWrite(rejectDeskPayout);
  const [fail] = useWrite(failDeskPayout);
  const [withdraw] = useWrite(withdrawDeskPayout);
  const reasoned = { approve, reject, fail, withdraw };
  const params = { id };
  return (action: PayoutAction, text: string): Promise<PayoutCase> =>
    action === 'pay'
      ? pay({ params, body: { reference: text } }).unwrap()
      : reasoned[action]({ params, body: { reason: text } }).unwrap();
}
