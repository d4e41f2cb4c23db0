import type { CountedLimit } from '../kernel/request.ts';

/** The limit with the smallest part left of it. */
const nearest = (counted: readonly CountedLimit[]): CountedLimit | undefined =>
  counted.toSorted((one, other) => one.left / one.max - other.left / other.max)[0];

/**
 * How near a reply is to a limit: `RateLimit-Policy: "default";q=30;w=60` for 30 in 60 seconds and `RateLimit:
 * "default";r=12;t=42` for 12 left in the next 42, as the IETF's draft for rate limit headers has them. Of several
 * limits the nearest is told; none if the call has none.
 */
export function limitHeaders(counted: readonly CountedLimit[]): Record<string, string> {
  const limit = nearest(counted);
  if (!limit) return {};
  return {
    'ratelimit-policy': `"default";q=${limit.max};w=${limit.seconds}`,
    ratelimit: `"default";r=${limit.left};t=${limit.resetsIn}`,
  };
}
