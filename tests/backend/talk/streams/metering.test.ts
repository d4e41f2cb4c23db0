import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Media,
  type MeterState,
  coveredSeconds,
  dueTokens,
  holdFor,
  confirmedSeconds,
  secondsFor,
  secondsLeft,
  timesAfter,
  tokensFor,
} from '#backend/domain/talk/streams/private/metering.ts';

/*
 * A stream as the world knows it, beside a meter that sees it only through looks: media flows and pauses,
 * looks are missed, the process dies, tokens are topped up, holds are extended.
 */
type Step =
  | { readonly do: 'flow' | 'pause'; readonly ms: number; readonly looks: boolean }
  | { readonly do: 'die' }
  | { readonly do: 'top-up'; readonly tokens: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('flow' as const, 'pause' as const),
      ms: fc.integer({ min: 1, max: 90_000 }),
      looks: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'die' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('top-up' as const), tokens: fc.integer({ min: 1, max: 500 }) }),
  },
);

interface World {
  now: number;
  /** Since when media flows; null during a pause. */
  since: number | null;
  mediaMs: number;
  wallet: number;
  funded: number;
  charged: number;
  meter: MeterState;
  notBefore: Date;
}

const start = 1_700_000_000_000;
function begin(perMinute: number, wallet: number): World {
  const held = holdFor(perMinute);
  return {
    now: start,
    since: null,
    mediaMs: 0,
    wallet,
    funded: wallet + held,
    charged: 0,
    meter: {
      perMinute,
      heldTokens: held,
      charged: 0,
      seconds: 0,
      runningSince: null,
      mediaConfirmedUntil: null,
    },
    notBefore: new Date(start),
  };
}

function mediaNow(world: World, knows: boolean): Media {
  if (!knows) return { flows: false };
  if (world.since !== null) return { flows: true, since: new Date(world.since), until: new Date(world.now) };
  return { flows: false };
}

/** What `observe` does with a meter, on numbers alone. */
function look(world: World, knows = true): void {
  const before = world.meter;
  const times = timesAfter(before, mediaNow(world, knows), world.notBefore);
  if (before.runningSince !== null && times.runningSince === null)
    world.notBefore = before.mediaConfirmedUntil ?? before.runningSince;
  world.meter = { ...before, ...times };
  if (secondsLeft(world.meter, new Date(world.now)) >= 120) return;
  const due = dueTokens(world.meter);
  const back = world.wallet + world.meter.heldTokens - due;
  const held = Math.min(holdFor(world.meter.perMinute), back);
  if (held <= world.meter.heldTokens - due) return;
  world.charged += due;
  world.wallet = back - held;
  world.meter = { ...world.meter, charged: world.meter.charged + due, heldTokens: held };
}

function advance(world: World, each: Step): void {
  if (each.do === 'top-up') {
    world.wallet += each.tokens;
    world.funded += each.tokens;
    return look(world);
  }
  if (each.do === 'die') {
    look(world, false);
    // Whoever was there has to join again.
    world.since = null;
    return;
  }
  if (each.do === 'flow') {
    world.since ??= world.now;
    if (each.looks) look(world);
    world.now += each.ms;
    world.mediaMs += each.ms;
  } else {
    world.since = null;
    world.now += each.ms;
  }
  if (each.looks) look(world);
}

describe('the meter beside the world', () => {
  test('never counts more than the media, the tokens, or itself before; and charges what the seconds justify', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.array(step, { maxLength: 40 }),
        (perMinute, wallet, steps) => {
          const world = begin(perMinute, wallet);
          let confirmed = 0;
          for (const each of steps) {
            advance(world, each);
            const { meter } = world;
            const seconds = confirmedSeconds(meter);
            expect(seconds).toBeGreaterThanOrEqual(confirmed);
            expect(seconds * 1_000).toBeLessThanOrEqual(world.mediaMs);
            expect(seconds).toBeLessThanOrEqual(coveredSeconds(meter));
            expect(meter.charged).toBeLessThanOrEqual(tokensFor(seconds, perMinute));
            expect(world.wallet + meter.heldTokens + meter.charged).toBe(world.funded);
            expect(Math.min(world.wallet, meter.heldTokens, dueTokens(meter))).toBeGreaterThanOrEqual(0);
            expect(dueTokens(meter)).toBeLessThanOrEqual(meter.heldTokens);
            confirmed = seconds;
          }
        },
      ),
      { numRuns: process.env['DEEP'] ? 20_000 : 1_000 },
    );
  });

  test('tokens pay for no more seconds than they are worth, and seconds cost no more tokens', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (tokens, price) => {
          expect(tokensFor(secondsFor(tokens, price), price)).toBeLessThanOrEqual(tokens);
          expect(secondsFor(holdFor(price), price)).toBe(300);
        },
      ),
    );
  });

  test('looked at without interruption, it counts all of the media', () => {
    const world = begin(60, 10_000);
    for (let second = 0; second < 1_000; second += 1) advance(world, { do: 'flow', ms: 1_000, looks: true });
    expect(confirmedSeconds(world.meter)).toBe(1_000);
  });
});
