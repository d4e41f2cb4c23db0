import { listQuestion, question } from '#services/http/endpoints.ts';
import { listCards } from '#services/money/payments.ts';
import {
  getSpendCaps,
  getWalletBalance,
  listCharges,
  listPaidCreators,
  listTransactions,
} from '#services/money/wallet.ts';
import { preload } from '#state/query/preload.ts';
import type { AppStore } from '#state/store.ts';
import { chargeKindNames } from './charge-labels.ts';
import { transactionKindNames } from './transactions-table.tsx';
import { paidCreatorOptions, readChoice, toApiFilter } from './use-history-filter.ts';
import { parseTab } from './wallet-view.tsx';

interface Loading {
  readonly query: Readonly<Record<string, string>>;
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
}

/** What the history asks for at this address. Rows of certain days depend on the browser's time zone. */
function historyQuestions(query: Loading['query']) {
  const tab = parseTab(query['show']);
  if (tab === 'creators') return [listQuestion(listPaidCreators, {})];
  const filters = listQuestion(listPaidCreators, paidCreatorOptions);
  const choice = readChoice((name) => query[name] ?? '');
  if (choice.from || choice.to) return [filters];
  return tab === 'payments'
    ? [filters, listQuestion(listTransactions, { query: toApiFilter(choice, transactionKindNames) })]
    : [filters, listQuestion(listCharges, { query: toApiFilter(choice, chargeKindNames) })];
}

/** Loads what the server renders the wallet with. */
export const preloadWallet = ({ query, store }: Loading): Promise<() => void> =>
  preload(store, [
    ...historyQuestions(query),
    question(getWalletBalance, {}),
    question(getSpendCaps, {}),
    question(listCards, {}),
  ]);
