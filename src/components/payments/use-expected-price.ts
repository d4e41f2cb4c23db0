import { useState } from 'react';
import { problemAmount } from '#lib/problem.ts';

/**
 * What a payment comes to: what the page makes it, until the server says another amount. That one then stands
 * on the button, and is paid only by pressing again.
 */
export function useExpectedPrice(shown: number): { amount: number; learn: (problem: unknown) => void } {
  const [told, setTold] = useState<{ over: number; amount: number } | null>(null);
  const learn = (problem: unknown) => {
    const amount = problemAmount(problem);
    if (amount !== null) setTold({ over: shown, amount });
  };
  return { amount: told?.over === shown ? told.amount : shown, learn };
}
