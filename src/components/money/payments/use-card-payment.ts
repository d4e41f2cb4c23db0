import { useEffect, useRef, useState } from 'react';
import { problemCode, problemFact, problemMessage } from '#lib/problem.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { toast } from '#ui/overlays/toast.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

/** The outcome of the bank's confirmation. */
export type BankAnswer = 'complete' | 'fail';

/** One payment attempt. Repeating it with the same `key` charges only once. */
export interface CardAttempt {
  readonly cardId: string;
  readonly key: string;
  readonly challengeAnswer?: BankAnswer;
}
/** A saved card, or the token of a card to save first. */
export type CardSource = { readonly cardId: string } | { readonly token: string };

export interface CardPaymentOptions {
  /**
   * Identifies the purchase: plan and creator, or an amount. A different value starts a new idempotent
   * payment.
   */
  readonly subject: string;
  /** Saves a card and resolves with its id. */
  readonly saveCard: (token: string, challengeAnswer?: BankAnswer) => Promise<string>;
  /** Removes a card that was saved only for this payment, after the bank has declined it. */
  readonly forgetCard: (cardId: string) => Promise<unknown>;
  /**
   * Shows the bank's confirmation and resolves with its outcome. If absent, the payment pauses with `asked`
   * set.
   */
  readonly askBank?: (clientSecret: string) => Promise<BankAnswer>;
  readonly pay: (attempt: CardAttempt) => Promise<void>;
  readonly onPaid: () => void;
}

interface Steps extends Pick<CardPaymentOptions, 'saveCard' | 'forgetCard' | 'askBank' | 'pay'> {
  readonly keyFor: (cardId: string) => string;
  /** Ids of cards saved during this payment, by token, so that a retry doesn't save a card twice. */
  readonly savedCards: Map<string, string>;
}
type Question = { readonly is: 'asked'; readonly at: CardSource; readonly problem: unknown };
type Outcome = { readonly is: 'paid' } | Question | { readonly is: 'refused'; readonly problem: unknown };

async function keep(
  { saveCard, savedCards: kept }: Steps,
  token: string,
  answer?: BankAnswer,
): Promise<string> {
  const cardId = kept.get(token) ?? (await saveCard(token, answer));
  kept.set(token, cardId);
  return cardId;
}

/**
 * Removes a newly saved card whose first payment was declined, because it would become the default for the
 * next payment.
 */
async function forget({ savedCards: kept, forgetCard }: Steps, at: CardSource): Promise<void> {
  const token = 'cardId' in at ? [...kept].find(([, cardId]) => cardId === at.cardId)?.[0] : undefined;
  if (token === undefined || !('cardId' in at)) return;
  kept.delete(token);
  await forgetCard(at.cardId);
}

/**
 * Saves the card if needed, then charges it. The bank may require confirmation at either step, and its answer
 * applies to that step only.
 */
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
    if (code === 'card_challenge') return { is: 'asked', at, problem };
    if (code === 'card_declined') await forget(steps, at);
    return { is: 'refused', problem };
  }
}

/**
 * One confirmation for saving and one for charging a card are expected; a bank that keeps asking will never
 * accept.
 */
const mostQuestions = 3;
const tooMany = {
  code: 'card_challenge',
  message: 'Your bank couldn’t confirm this payment. You weren’t charged. Use another card.',
};

/** Pays, including the bank's confirmation if the gateway shows it. */
async function payThrough(
  steps: Steps,
  begin: () => Promise<CardSource>,
  answer?: BankAnswer,
): Promise<Outcome> {
  try {
    let outcome = await payFrom(steps, await begin(), answer);
    for (let questions = 0; outcome.is === 'asked' && steps.askBank; questions += 1) {
      if (questions === mostQuestions) return { is: 'refused', problem: tooMany };
      const given = await steps.askBank(problemFact(outcome.problem, 'clientSecret') ?? '');
      outcome = await payFrom(steps, outcome.at, given);
    }
    return outcome;
  } catch (problem) {
    return { is: 'refused', problem };
  }
}

/**
 * After these errors the next attempt is a new payment. If the outcome is unknown (lost connection, gateway
 * unreachable), the retry reuses the key.
 */
const settled: ReadonlySet<string | null> = new Set(['card_declined', 'idempotency_mismatch']);

/** Whether the component is still mounted. After closing the dialog, the user still learns the outcome. */
function useStillHere() {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}

/**
 * Pays by card: saves a new card first, handles the bank's confirmation and reports why a payment failed.
 * `saveCard` and `pay` must reject with the server's `code` and `message`.
 */
export function useCardPayment({ subject, onPaid, ...calls }: CardPaymentOptions) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [question, setQuestion] = useState<CardSource | null>(null);
  const kept = useRef(new Map<string, string>());
  // A second click can arrive before the disabled button has rendered.
  const running = useRef(false);
  const intent = useIdempotencyKey(newIdempotencyKey);
  const here = useStillHere();

  const run = async (begin: () => Promise<CardSource>, answer?: BankAnswer) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    setQuestion(null);
    const outcome = await payThrough(
      { ...calls, savedCards: kept.current, keyFor: (cardId) => intent.keyFor(`${subject}/${cardId}`) },
      begin,
      answer,
    );
    running.current = false;
    setBusy(false);
    if (outcome.is === 'paid' || settled.has(problemCode(outcome.problem))) intent.settle();
    if (outcome.is === 'paid') return onPaid();
    if (!here.current) return void toast.error(problemMessage(outcome.problem));
    return outcome.is === 'asked' ? setQuestion(outcome.at) : setProblem(outcome.problem);
  };
  return {
    busy,
    /** The error of the last attempt, or null. */
    problem,
    /** The bank is waiting for confirmation. */
    asked: question !== null,
    /**
     * Pass a function for a card that is still in its form; it is called only after everything else is ready.
     */
    start: (source: CardSource | (() => Promise<CardSource>)) =>
      run(typeof source === 'function' ? source : () => Promise.resolve(source)),
    answer: (given: BankAnswer) =>
      question ? run(() => Promise.resolve(question), given) : Promise.resolve(),
    /** Closes the bank's confirmation; paying again reopens it. */
    dismiss: () => setQuestion(null),
  };
}
