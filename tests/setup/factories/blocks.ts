import type { ReplyOf } from '#contract/core/registry.ts';

type Closed = ReplyOf<'GET /block/countries'>;

/** What a creator closed: nothing, on a site that knows states and VPNs. */
export const aClosedList = (values: Partial<Closed> = {}): Closed => ({
  countries: [],
  states: [],
  unknown: 'allow',
  vpn: 'allow',
  knows: { states: true, vpns: true },
  ...values,
});
