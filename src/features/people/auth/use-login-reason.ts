import { readIntent } from '#components/people/auth/intent.ts';
import { useReturnAddress } from '#components/people/auth/return-address.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/** What the visitor was about to do, such as "follow Lena". Known only to this browser. */
export function useLoginReason(): string | null {
  const back = useReturnAddress();
  const hydrated = useHydrated();
  return hydrated && back ? (readIntent(back)?.why ?? null) : null;
}
