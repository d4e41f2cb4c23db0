import { useState } from 'react';
import { problemAmount } from '#lib/problem.ts';

/**
 * The amount of a payment: the displayed price until the server reports a different one. The new amount is
 * then shown on the button and charged only after another press.
 */
export function useExpectedPrice(shown: number): { amount: number; learn: (problem: unknown) => void } {
  const [told, setTold] = useState<{ over: number; amount: number } | null>(null);
  const learn = (problem: unknown) => {
    const amount = problemAmount(problem);
    if (amount !== null) setTold({ over: shown, amount });
  };
  return { amount: told?.over === shown ? told.amount : shown, learn };
}
