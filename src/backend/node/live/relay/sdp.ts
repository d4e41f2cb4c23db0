/* Reads the offers of browsers and encoders, and only what the relay needs of them. */

const mostCandidates = 100;
const mostLines = 2_000;

/** The offer isn't one we can answer. */
export class BadOffer extends Error {
  override readonly name = 'BadOffer';
}
export interface OfferedMedia {
  readonly kind: 'audio' | 'video';
  readonly mid: string;
  readonly opus: number | null;
  readonly h264: number | null;
  readonly vp8: number | null;
}
export interface Offer {
  readonly media: readonly OfferedMedia[];
  /** Without candidates: the relay finds the browser by its first packet. */
  readonly sdp: string;
}

/** Those between would make a packet with its marker look like RTCP. */
const isPayload = (type: number): boolean => type < 64 || (type > 95 && type < 128);

const payloads = (lines: readonly string[], codec: RegExp) =>
  lines.flatMap((line) => {
    const found = /^a=rtpmap:(\d{1,3}) (\S+)$/.exec(line);
    return found && codec.test(found[2] ?? '') && isPayload(Number(found[1])) ? [Number(found[1])] : [];
  });

/** Constrained baseline in several packets a frame: what every browser and HLS play. */
function findH264(lines: readonly string[]): number | null {
  const fits = payloads(lines, /^H264\/90000$/i).filter((payload) => {
    const parameters = lines.find((line) => line.startsWith(`a=fmtp:${payload} `)) ?? '';
    return /packetization-mode=1/.test(parameters) && /profile-level-id=42[ec]0/i.test(parameters);
  });
  return fits[0] ?? null;
}

function parseMedia(lines: readonly string[]): OfferedMedia | null {
  const kind = /^m=(audio|video) /.exec(lines[0] ?? '')?.[1];
  const mid = lines.map((line) => /^a=mid:([\w-]{1,32})$/.exec(line)?.[1]).find(Boolean);
  if ((kind !== 'audio' && kind !== 'video') || !mid) return null;
  return {
    kind,
    mid,
    opus: payloads(lines, /^opus\/48000\/2$/i)[0] ?? null,
    h264: findH264(lines),
    vp8: payloads(lines, /^VP8\/90000$/i)[0] ?? null,
  };
}

function check(lines: readonly string[]): void {
  const has = (pattern: RegExp) => lines.some((line) => pattern.test(line));
  if (lines.length > mostLines || lines[0] !== 'v=0') throw new BadOffer('That isn’t a session description.');
  if (lines.filter((line) => line.startsWith('a=candidate')).length > mostCandidates)
    throw new BadOffer('The offer has too many candidates.');
  if (!has(/^a=ice-ufrag:[\w+/]{4,256}$/) || !has(/^a=ice-pwd:[\w+/]{22,256}$/))
    throw new BadOffer('The offer has no ICE credentials.');
  if (!has(/^a=fingerprint:sha-256 (?:[\dA-F]{2}:){31}[\dA-F]{2}$/i))
    throw new BadOffer('The offer has no fingerprint of SHA-256.');
}

/** @throws BadOffer */
export function readOffer(text: string): Offer {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  check(lines);
  const sections: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([line]);
    else sections.at(-1)?.push(line);
  }
  const media = sections.map(parseMedia).filter((each) => each !== null);
  if (media.length === 0 || media.length !== sections.length || media.length > 2)
    throw new BadOffer('The offer needs one audio or video section of each kind, and nothing else.');
  if (new Set(media.map(({ kind }) => kind)).size !== media.length)
    throw new BadOffer('The offer has two sections of one kind.');
  const remaining = lines.filter((line) => !/^a=(?:candidate|end-of-candidates)/.test(line));
  return { media, sdp: `${remaining.join('\r\n')}\r\n` };
}

/** Where the relay is reached: its public address, or what it found plus this machine itself. */
export function placeAnswer(sdp: string, publicIp: string | null): string {
  const lines = sdp.split('\r\n');
  const out = lines.flatMap((line) => {
    const found = /^a=candidate:\S+ 1 UDP (\d+) (\S+) (\d+) typ host$/i.exec(line);
    if (!found) return [line];
    if (!publicIp) return [line];
    return [`a=candidate:1 1 UDP ${found[1]} ${publicIp} ${found[3]} typ host`];
  });
  const placed = out.filter(
    (line, index) => !line.startsWith('a=candidate:1 1') || out.indexOf(line) === index,
  );
  if (publicIp) return placed.join('\r\n');
  const port = /^a=candidate:\S+ 1 UDP \d+ \S+ (\d+) /m.exec(sdp)?.[1];
  const local = port ? [`a=candidate:9 1 UDP 1000 127.0.0.1 ${port} typ host`] : [];
  return placed.flatMap((line) => (line === 'a=end-of-candidates' ? [...local, line] : [line])).join('\r\n');
}
