import { useRef, useState } from 'react';
import { problemCode, problemMessage } from '#lib/problem';
import { newIntentKey } from '#services/intent-key';
import { useIntentKey } from './intent-key.tsx';

/** How the person answered the bank's question. */
export type BankAnswer = 'complete' | 'fail';

/** One try to pay: the same `key` may be sent again and moves money once. */
export interface CardAttempt {
  readonly cardId: string;
  readonly key: string;
  readonly challengeAnswer?: BankAnswer;
}
/** Where the money comes from: a card that is kept already, or one that is to be kept first. */
export type CardSource = { readonly cardId: string } | { readonly token: string };

export interface CardPaymentWorld {
  /** Names what is bought: plan and creator, or amount. Another one is another intent. */
  readonly about: string;
  /** Gives the kept card's id. */
  readonly saveCard: (token: string, challengeAnswer?: BankAnswer) => Promise<string>;
  /** Takes back a card that was kept only for this payment, when its bank has refused that. */
  readonly forgetCard: (cardId: string) => Promise<unknown>;
  readonly pay: (attempt: CardAttempt) => Promise<void>;
  readonly onPaid: () => void;
}

interface Steps extends Pick<CardPaymentWorld, 'saveCard' | 'forgetCard' | 'pay'> {
  readonly keyFor: (cardId: string) => string;
  /** Cards kept here, by what was typed: a second try doesn't keep one twice. */
  readonly kept: Map<string, string>;
}
type Outcome = { readonly is: 'paid' } | { readonly is: 'asked'; readonly at: CardSource } | { readonly is: 'refused'; readonly problem: unknown };

async function keep({ saveCard, kept }: Steps, token: string, answer?: BankAnswer): Promise<string> {
  const cardId = kept.get(token) ?? (await saveCard(token, answer));
  kept.set(token, cardId);
  return cardId;
}

/** A card whose very first payment was refused would only stand first in line for the next one. */
async function forget({ kept, forgetCard }: Steps, at: CardSource): Promise<void> {
  const token = 'cardId' in at ? [...kept].find(([, cardId]) => cardId === at.cardId)?.[0] : undefined;
  if (token === undefined || !('cardId' in at)) return;
  kept.delete(token);
  await forgetCard(at.cardId);
}

/** Keeps the card if need be, then charges it. The bank may ask at either step; its answer belongs to the step that asked. */
async function payFrom(steps: Steps, source: CardSource, answer?: BankAnswer): Promise<Outcome> {
  let at = source;
  let given = answer;
  try {
    if ('token' in at) {
      at = { cardId: await keep(steps, at.token, given) };
      given = undefined;
    }
    await steps.pay({ cardId: at.cardId, key: steps.keyFor(at.cardId), challengeAnswer: given });
    return { is: 'paid' };
  } catch (problem) {
    const code = problemCode(problem);
    if (code === 'card_challenge') return { is: 'asked', at };
    if (code === 'card_declined') await forget(steps, at);
    return { is: 'refused', problem };
  }
}

/** After these the next try is a new intent. When nobody knows what became of one (a lost connection, a gateway out of reach) it is still the same. */
const settled: ReadonlySet<string | null> = new Set(['card_declined', 'idempotency_mismatch']);

/**
 * Pays by card: keeps a new card first, lets the bank ask its question, says why it refused. Rejections of `saveCard`
 * and `pay` carry `code` and `message` as the server gave them.
 */
export function useCardPayment({ about, onPaid, ...calls }: CardPaymentWorld) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [question, setQuestion] = useState<CardSource | null>(null);
  const kept = useRef(new Map<string, string>());
  const intent = useIntentKey(newIntentKey);

  const run = async (source: CardSource, answer?: BankAnswer) => {
    setBusy(true);
    setProblem(null);
    setQuestion(null);
    const outcome = await payFrom({ ...calls, kept: kept.current, keyFor: (cardId) => intent.keyFor(`${about}/${cardId}`) }, source, answer);
    setBusy(false);
    if (outcome.is === 'asked') return setQuestion(outcome.at);
    if (outcome.is === 'paid' || settled.has(problemCode(outcome.problem))) intent.settle();
    return outcome.is === 'paid' ? onPaid() : setProblem(problemMessage(outcome.problem));
  };
  return {
    busy,
    /** Why the last try failed, in words. */
    problem,
    /** The bank waits for an answer. */
    asked: question !== null,
    start: (source: CardSource) => run(source),
    answer: (given: BankAnswer) => (question ? run(question, given) : Promise.resolve()),
    /** Leaves the bank's question; paying again asks it again. */
    dismiss: () => setQuestion(null),
  };
}
