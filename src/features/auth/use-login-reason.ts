import { readIntent } from '#components/auth/intent.ts';
import { useReturnAddress } from '#components/auth/return-address.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/** What somebody wanted to do as they were sent here: "follow Lena". Known to this browser alone. */
export function useLoginReason(): string | null {
  const back = useReturnAddress();
  const hydrated = useHydrated();
  return hydrated && back ? (readIntent(back)?.why ?? null) : null;
}
