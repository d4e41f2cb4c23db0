import { useEffect, useRef, useState } from 'react';
import { problemCode, problemFact, problemMessage } from '#lib/problem.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';
import { toast } from '#ui/overlays/toast.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

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

export interface CardPaymentOptions {
  /** Names what is bought: plan and creator, or amount. Another one is another intent. */
  readonly about: string;
  /** Gives the kept card's id. */
  readonly saveCard: (token: string, challengeAnswer?: BankAnswer) => Promise<string>;
  /** Takes back a card that was kept only for this payment, when its bank has refused that. */
  readonly forgetCard: (cardId: string) => Promise<unknown>;
  /** Shows the bank's question and answers how it went. Absent: the question waits in `asked`. */
  readonly askBank?: (clientSecret: string) => Promise<BankAnswer>;
  readonly pay: (attempt: CardAttempt) => Promise<void>;
  readonly onPaid: () => void;
}

interface Steps extends Pick<CardPaymentOptions, 'saveCard' | 'forgetCard' | 'askBank' | 'pay'> {
  readonly keyFor: (cardId: string) => string;
  /** Cards kept here, by what was typed: a second try doesn't keep one twice. */
  readonly kept: Map<string, string>;
}
type Asked = { readonly is: 'asked'; readonly at: CardSource; readonly problem: unknown };
type Outcome = { readonly is: 'paid' } | Asked | { readonly is: 'refused'; readonly problem: unknown };

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

/**
 * Keeps the card if need be, then charges it. The bank may ask at either step; its answer belongs to the step
 * that asked.
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
 * A bank asks when a card is kept and when it is charged; one that asks again and again wants something else.
 */
const mostQuestions = 3;
const tooMany = {
  code: 'card_challenge',
  message: 'Your bank couldn’t confirm this payment. You weren’t charged. Use another card.',
};

/** Pays; where the gateway shows the bank's question itself, that is part of it. */
async function payThrough(
  steps: Steps,
  begin: () => Promise<CardSource>,
  answer?: BankAnswer,
): Promise<Outcome> {
  try {
    let outcome = await payFrom(steps, await begin(), answer);
    for (let asked = 0; outcome.is === 'asked' && steps.askBank; asked += 1) {
      if (asked === mostQuestions) return { is: 'refused', problem: tooMany };
      const given = await steps.askBank(problemFact(outcome.problem, 'clientSecret') ?? '');
      outcome = await payFrom(steps, outcome.at, given);
    }
    return outcome;
  } catch (problem) {
    return { is: 'refused', problem };
  }
}

/**
 * After these the next try is a new intent. When nobody knows what became of one (a lost connection, a
 * gateway out of reach) it is still the same.
 */
const settled: ReadonlySet<string | null> = new Set(['card_declined', 'idempotency_mismatch']);

/** Whoever closes the window while the bank is asked still learns how it went. */
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
 * Pays by card: keeps a new card first, lets the bank ask its question, says why it refused. Rejections of
 * `saveCard` and `pay` carry `code` and `message` as the server gave them.
 */
export function useCardPayment({ about, onPaid, ...calls }: CardPaymentOptions) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [question, setQuestion] = useState<CardSource | null>(null);
  const kept = useRef(new Map<string, string>());
  // Two presses may come before the first has drawn the button anew.
  const running = useRef(false);
  const intent = useIdempotencyKey(newIntentKey);
  const here = useStillHere();

  const run = async (begin: () => Promise<CardSource>, answer?: BankAnswer) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    setQuestion(null);
    const outcome = await payThrough(
      { ...calls, kept: kept.current, keyFor: (cardId) => intent.keyFor(`${about}/${cardId}`) },
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
    /** Why the last try failed, as the server gave it; null: it didn't. */
    problem,
    /** The bank waits for an answer. */
    asked: question !== null,
    /** A card that is still in its form is a function: it is read when everything else waits already. */
    start: (source: CardSource | (() => Promise<CardSource>)) =>
      run(typeof source === 'function' ? source : () => Promise.resolve(source)),
    answer: (given: BankAnswer) =>
      question ? run(() => Promise.resolve(question), given) : Promise.resolve(),
    /** Leaves the bank's question; paying again asks it again. */
    dismiss: () => setQuestion(null),
  };
}
