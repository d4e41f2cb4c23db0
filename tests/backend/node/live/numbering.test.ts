import fc from 'fast-check';
import type { Track } from 'node-datachannel';
import { describe, expect, test } from 'vitest';
import { readHeader } from '#backend/node/live/relay/numbering.ts';
import { Outlet } from '#backend/node/live/relay/outlet.ts';
import { Source } from '#backend/node/live/relay/source.ts';

/**
 * Decides like libsrtp whether it takes a number: it guesses how often the numbers wrapped around, and refuses
 * what is more than its window behind the highest. A refusal ends the process.
 */
function srtp() {
  const window = 1_024;
  let highest = 0;
  return (sequence: number): boolean => {
    const [roc, local] = [Math.floor(highest / 0x1_00_00), highest & 0xff_ff];
    let guess = roc;
    if (highest > 0x80_00) {
      if (local < 0x80_00) guess = sequence - local > 0x80_00 ? roc - 1 : roc;
      else guess = local - 0x80_00 > sequence ? roc + 1 : roc;
    }
    const index = guess * 0x1_00_00 + sequence;
    if (index <= highest - window) return false;
    highest = Math.max(highest, index);
    return true;
  };
}

interface Sent {
  readonly sequence: number;
  readonly timestamp: number;
  readonly mark: number;
}
/** A viewer's track that keeps what it is given, and notes what SRTP would refuse. */
function viewer() {
  const takes = srtp();
  const [sent, refused]: [Sent[], number[]] = [[], []];
  let isOpen = true;
  const track = {
    isOpen: () => isOpen,
    sendMessageBinary(packet: Buffer) {
      const sequence = packet.readUInt16BE(2);
      if (!takes(sequence)) refused.push(sequence);
      sent.push({ sequence, timestamp: packet.readUInt32BE(4), mark: packet.readUInt32BE(12) });
      return true;
    },
  } as unknown as Track;
  const outlet = new Outlet(track, { opus: 111 });
  return { outlet, sent, refused, open: (open: boolean) => (isOpen = open) };
}

let marks = 0;
function packetOf(sequence: number, { timestamp = sequence * 960, ssrc = 7, bytes = 100 } = {}): Buffer {
  const packet = Buffer.alloc(Math.max(16, bytes));
  packet.writeUInt8(0x80, 0);
  packet.writeUInt8(111, 1);
  packet.writeUInt16BE(sequence & 0xff_ff, 2);
  packet.writeUInt32BE(timestamp >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
  packet.writeUInt32BE((marks += 1), 12);
  return packet;
}
function relay(now = 1_700_000_000_000) {
  const source = new Source(48_000, 0x11);
  const viewers = [viewer(), viewer()] as const;
  const pass = (packet: Buffer, at = (now += 20)) => {
    const number = source.take(packet, at);
    if (number !== null) for (const { outlet } of viewers) outlet.pass(packet, number, 111);
  };
  const ask = ({ outlet }: (typeof viewers)[number], sequence: number) => {
    const number = outlet.lacking(sequence);
    const packet = number === null ? null : source.again(number);
    if (packet && number !== null) outlet.again(packet, number, 111);
    return packet !== null;
  };
  return { source, viewers, pass, ask, wait: (ms: number) => (now += ms) };
}
const inOrder = (sent: readonly Sent[]) =>
  sent.every(({ sequence }, at) => at === 0 || ((sequence - sent[at - 1]!.sequence) & 0xff_ff) === 1);

describe('numbers of what is forwarded', () => {
  test.each([
    ['the same source from an older number', 60_000, 100, 7],
    ['the same source from a much higher one', 100, 30_000, 7],
    ['the same source from a while before', 30_000, 29_000, 7],
    ['another source', 60_000, 100, 8],
  ])('go on when an encoder connects again: %s', (...[, first, again, ssrc]) => {
    const { viewers, pass } = relay();
    for (let n = 0; n < 50; n += 1) pass(packetOf(first + n));
    for (let n = 0; n < 50; n += 1) pass(packetOf(again + n, { ssrc }));
    expect(viewers[0].sent).toHaveLength(100);
    expect(inOrder(viewers[0].sent)).toBe(true);
    const times = viewers[0].sent.map(({ timestamp }) => timestamp);
    for (const [at, time] of times.slice(1).entries())
      expect((time - times[at]!) | 0).toSatisfy((step: number) => step > 0 && step < 10 * 48_000);
  });

  test('a viewer is sent again what is missing, once the numbers have jumped only what came since', () => {
    const { viewers, pass, ask } = relay();
    for (let n = 0; n < 400; n += 1) pass(packetOf(1_000 + n));
    const [one] = viewers;
    const lost = one.sent[390]!;
    expect(ask(one, lost.sequence)).toBe(true);
    expect(one.sent.at(-1)).toEqual(lost);
    for (let n = 0; n < 600; n += 1) pass(packetOf(9_000 + n));
    const before = one.sent.length;
    expect(ask(one, lost.sequence)).toBe(false);
    expect(one.sent).toHaveLength(before);
    expect(one.refused).toEqual([]);
  });

  test('a viewer who could be sent nothing for hours goes on from where it was', () => {
    const { viewers, pass } = relay();
    const [one, other] = viewers;
    for (let n = 0; n < 10; n += 1) pass(packetOf(n));
    one.open(false);
    for (let n = 10; n < 40_000; n += 1) pass(packetOf(n));
    one.open(true);
    for (let n = 40_000; n < 40_010; n += 1) pass(packetOf(n));
    expect(one.sent).toHaveLength(20);
    expect(inOrder(one.sent)).toBe(true);
    expect([one.refused, other.refused]).toEqual([[], []]);
  });

  test('whoever joins is sent nothing from before', () => {
    const { source, pass } = relay();
    for (let n = 0; n < 100; n += 1) pass(packetOf(n));
    const late = viewer();
    const packet = packetOf(100);
    late.outlet.pass(packet, source.take(packet, 1_700_000_010_000)!, 111);
    const [first] = late.sent;
    for (let back = 1; back < 700; back += 1)
      expect(late.outlet.lacking((first!.sequence - back) & 0xff_ff)).toBeNull();
  });

  test('what is asked for again is bounded by what is sent, however often it is asked for', () => {
    const { viewers, pass, ask } = relay();
    const [one] = viewers;
    for (let n = 0; n < 300; n += 1) pass(packetOf(n, { bytes: 1_000 }));
    const before = one.sent.length;
    for (let round = 0; round < 100; round += 1)
      for (const { sequence } of one.sent.slice(100, 300)) ask(one, sequence);
    expect(one.sent.length - before).toBeLessThanOrEqual(60);
    for (let n = 300; n < 400; n += 1) pass(packetOf(n, { bytes: 1_000 }));
    const since = one.sent.length;
    for (let round = 0; round < 100; round += 1) ask(one, one.sent.at(-1)!.sequence);
    expect(one.sent.length - since).toBeLessThanOrEqual(25);
  });

  test('headers that aren’t whole, and packets larger than any network’s, go nowhere', () => {
    expect(readHeader(packetOf(1))).not.toBeNull();
    const broken = [Buffer.alloc(0), Buffer.alloc(11), packetOf(1, { bytes: 2_001 })];
    const sources = packetOf(1, { bytes: 20 });
    sources.writeUInt8(0x8f, 0);
    const extension = packetOf(1, { bytes: 20 });
    extension.writeUInt8(0x90, 0);
    extension.writeUInt16BE(0xff_ff, 14);
    const other = packetOf(1);
    other.writeUInt8(0x40, 0);
    for (const packet of [...broken, sources, extension, other]) expect(readHeader(packet)).toBeNull();
  });

  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ what: fc.constant('on' as const), by: fc.integer({ min: 1, max: 40 }) }),
    },
    fc.record({ what: fc.constant('jump' as const), by: fc.integer({ min: -32_768, max: 32_768 }) }),
    fc.record({ what: fc.constant('back' as const), by: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ what: fc.constant('source' as const), by: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ what: fc.constant('time' as const), by: fc.integer() }),
    fc.record({ what: fc.constant('ask' as const), by: fc.integer({ min: 0, max: 65_535 }) }),
    fc.record({ what: fc.constant('gate' as const), by: fc.integer({ min: 0, max: 1 }) }),
    fc.record({ what: fc.constant('wait' as const), by: fc.integer({ min: 0, max: 10_000_000 }) }),
  );
  test('whatever is sent and asked for, SRTP never gets a number that it would refuse', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const { viewers, pass, ask, wait } = relay();
        let [sequence, ssrc, shift] = [65_000, 1, 0];
        const send = (at: number) => pass(packetOf(at, { ssrc, timestamp: at * 960 + shift }));
        const act: Record<(typeof steps)[number]['what'], (by: number) => unknown> = {
          on: (by) => Array.from({ length: by }, () => send((sequence += 1))),
          jump: (by) => send((sequence += by)),
          back: (by) => send(sequence - by),
          source: (by) => ((ssrc = by), send(sequence)),
          time: (by) => (shift = by),
          ask: (by) => Array.from({ length: 20 }, (_, n) => ask(viewers[0], (by + n * 97) & 0xff_ff)),
          gate: (by) => viewers[0].open(by === 1),
          wait,
        };
        for (const { what, by } of steps) act[what](by);
        for (const { refused } of viewers) expect(refused).toEqual([]);
      }),
      { numRuns: process.env.DEEP ? 5_000 : 300 },
    );
  });
});
