import { Audio, PeerConnection, Video } from 'node-datachannel';
import { Feed, ssrcs, type Member } from './feed.ts';
import type { FromRelay, RelayConfig, ToRelay } from './messages.ts';
import { Outlet } from './outlet.ts';
import { Tap } from './tap.ts';
import { BadOffer, placeAnswer, readOffer, type OfferedMedia } from './sdp.ts';

/*
 * A relay: a process for few streams, because an error in the native library ends the process it happens in.
 */

const gatherMs = 3_000;
const leaveMs = 200;
const h264 = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
interface Session {
  readonly member: Member;
  readonly feed: string;
  readonly role: 'host' | 'viewer';
  readonly isCounted: boolean;
}
const feeds = new Map<string, Feed>();
const sessions = new Map<string, Session>();
let config: RelayConfig = { port: 0, bind: null, publicIp: null };
const sendToServer = (message: FromRelay) => {
  // The server may be gone before this process notices.
  if (process.connected) process.send?.(message, () => {});
};

function getFeed(name: string): Feed {
  const feed = feeds.get(name) ?? new Feed();
  feeds.set(name, feed);
  return feed;
}

/** A host sends the best codec that it offers; a viewer takes whichever the host sends. */
function chooseCodecs(media: OfferedMedia, role: Session['role']): Record<string, number | null> {
  if (media.kind === 'audio') return { opus: media.opus };
  return role === 'host' && media.h264 !== null ? { h264: media.h264 } : { h264: media.h264, vp8: media.vp8 };
}
function addOutlet(pc: PeerConnection, media: OfferedMedia, role: Session['role']): Outlet {
  const payloads = chooseCodecs(media, role);
  if (Object.values(payloads).every((payload) => payload === null)) throw new BadOffer('no codec');
  const direction = role === 'host' ? 'RecvOnly' : 'SendOnly';
  const description =
    media.kind === 'audio' ? new Audio(media.mid, direction) : new Video(media.mid, direction);
  if (description instanceof Audio) description.addOpusCodec(payloads['opus'] ?? 0);
  else {
    if (payloads['h264'] != null) description.addH264Codec(payloads['h264'], h264);
    if (payloads['vp8'] != null) description.addVP8Codec(payloads['vp8']);
  }
  if (role === 'viewer') description.addSSRC(ssrcs[media.kind], 'live', 'live', media.kind);
  return new Outlet(pc.addTrack(description), payloads);
}

function end(id: string): void {
  const session = sessions.get(id);
  if (!session) return;
  sessions.delete(id);
  const feed = getFeed(session.feed);
  feed.viewers.delete(session.member);
  if (feed.host === session.member) feed.host = null;
  session.member.pc.close();
  sendToServer({ type: 'gone', id });
}

/** What a viewer was spared begins with a key frame. */
function hold({ id, isHeld }: Extract<ToRelay, { type: 'hold' }>): void {
  const session = sessions.get(id);
  if (!session || session.member.isHeld === isHeld) return;
  session.member.isHeld = isHeld;
  if (!isHeld) getFeed(session.feed).wantKeyFrame();
}

function createAnswer(pc: PeerConnection, sdp: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('gathering took too long')), gatherMs);
    pc.onGatheringStateChange((state) => {
      const local = state === 'complete' ? pc.localDescription() : null;
      if (!local) return;
      clearTimeout(timer);
      resolve(placeAnswer(local.sdp, config.publicIp));
    });
    pc.setRemoteDescription(sdp, 'offer');
    pc.setLocalDescription('answer');
  });
}

async function open(asked: Extract<ToRelay, { type: 'offer' }>): Promise<void> {
  const { id, feed: name, role, isCounted, isHeld } = asked;
  const offer = readOffer(asked.sdp);
  const { port } = config;
  const pc = new PeerConnection(id, {
    iceServers: [],
    portRangeBegin: port,
    portRangeEnd: port,
    enableIceUdpMux: true,
    disableAutoNegotiation: true,
    ...(config.bind ? { bindAddress: config.bind } : {}),
  });
  try {
    const lines = Object.fromEntries(offer.media.map((media) => [media.kind, addOutlet(pc, media, role)]));
    const member: Member = { pc, lines, bitrate: null, isHeld, deliveredAt: 0 };
    pc.onStateChange((state) => (state === 'failed' || state === 'closed') && end(id));
    const feed = getFeed(name);
    const video = offer.media.find(({ kind }) => kind === 'video');
    if (role === 'host') feed.publish(member, video?.h264 == null ? 'vp8' : 'h264');
    else feed.join(member);
    sessions.set(id, { member, feed: name, role, isCounted });
    sendToServer({ type: 'answer', id, sdp: await createAnswer(pc, offer.sdp) });
  } catch (error) {
    if (sessions.has(id)) end(id);
    else pc.close();
    throw error;
  }
}

function take(message: ToRelay): void {
  if (message.type === 'start') config = message.config;
  else if (message.type === 'end') end(message.id);
  else if (message.type === 'hold') hold(message);
  else if (message.type === 'tap') {
    const feed = getFeed(message.feed);
    feed.tap?.close();
    feed.tap = message.ports && new Tap(message.ports);
  } else
    void open(message).catch((error: unknown) => {
      const isBad = error instanceof BadOffer;
      const status = isBad ? (error.message === 'no codec' ? 406 : 400) : 400;
      sendToServer({
        type: 'refused',
        id: message.id,
        status,
        why: isBad ? error.message : 'The offer can’t be answered.',
      });
    });
}
process.on('message', take);
// Leaves the library time to tell the browsers.
process.on('disconnect', () => {
  for (const id of sessions.keys()) end(id);
  setTimeout(() => process.exit(), leaveMs);
});
setInterval(() => {
  for (const feed of feeds.values()) feed.repair(Date.now());
}, 20);
setInterval(() => {
  const now = Date.now();
  const flows = [...feeds].map(([name, feed]) => {
    const { audio, video } = feed.sources;
    const bytes = audio.bytes + video.bytes;
    const { lastAt } = feed;
    return { feed: name, lastAt, bytes, frames: video.frames, loss: video.loss, media: feed.media(now) };
  });
  const delivered = [...sessions].flatMap(([id, { member, isCounted }]) =>
    isCounted && member.deliveredAt > 0 ? [{ id, at: member.deliveredAt }] : [],
  );
  sendToServer({ type: 'flows', flows, delivered });
}, 250);
setInterval(() => {
  for (const [name, feed] of feeds) {
    feed.everySecond(Date.now());
    if (!feed.host && !feed.tap && feed.viewers.size === 0) feeds.delete(name);
  }
}, 1_000);
