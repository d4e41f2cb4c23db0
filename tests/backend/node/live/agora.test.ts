import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync, inflateSync } from 'node:zlib';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import { createAgoraLive } from '#backend/node/live/agora-live.ts';
import { FakeClock, RecordedLog } from '../../../setup/fake-ports.ts';
import { createReportedApp } from '../../live/reported-app.ts';
import { describeLiveTransport } from '../../live/transport-contract.ts';

const keys = { appId: '0123456789abcdef0123456789abcdef', certificate: 'fedcba9876543210fedcba9876543210' };
type AgoraGrant = Extract<LiveGrant, { kind: 'agora' }>;

describeLiveTransport('Agora', async () => {
  const clock = new FakeClock();
  const live = createAgoraLive({ keys: { ...keys, rest: null }, clock, log: new RecordedLog() });
  return createReportedApp(live, clock);
});

/** Reads the little-endian fields of a token's body in order. */
function createReader(bytes: Buffer) {
  let at = 0;
  const number = (size: 2 | 4) => {
    at += size;
    return bytes.readUIntLE(at - size, size);
  };
  const raw = () => {
    const length = number(2);
    at += length;
    return bytes.subarray(at - length, at);
  };
  return { number, raw, text: () => raw().toString(), at: () => at };
}
/** What Agora's servers do with a token: version 007, base64, zlib, signature, body. */
function readToken(token: string) {
  expect(token.slice(0, 3)).toBe('007');
  const bytes = inflateSync(Buffer.from(token.slice(3), 'base64'));
  const reader = createReader(bytes);
  const signature = reader.raw();
  const signedFrom = reader.at();
  const head = { appId: reader.text(), issued: reader.number(4), expires: reader.number(4) };
  const salt = reader.number(4);
  const services = reader.number(2);
  const type = reader.number(2);
  const privileges = Object.fromEntries(
    Array.from({ length: reader.number(2) }, () => [reader.number(2), reader.number(4)]),
  );
  const about = { channel: reader.text(), uid: reader.text() };
  expect(reader.at()).toBe(bytes.length);
  const le = (value: number) => {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    return four;
  };
  const hmac = (key: Buffer, data: Buffer | string) => createHmac('sha256', key).update(data).digest();
  const key = hmac(le(salt), hmac(le(head.issued), keys.certificate));
  expect(signature.equals(hmac(key, bytes.subarray(signedFrom)))).toBe(true);
  return { ...head, ...about, services, type, privileges };
}
const [mayJoin, maySendSound, maySendPicture] = ['1', '2', '3'];

describe('tokens for Agora', () => {
  async function stream() {
    const live = createAgoraLive({
      keys: { ...keys, rest: null },
      clock: new FakeClock(),
      log: new RecordedLog(),
    });
    const [streamId, host] = [uuidv7(), uuidv7()];
    await live.open({ id: streamId, hosts: [host], isRecorded: false });
    const grant = async (userId: string, role: 'host' | 'viewer') =>
      (await live.grant({ streamId, userId, role })) as AgoraGrant;
    return { streamId, host, grant, live };
  }

  test('let a host send, and a viewer only watch, in one channel for a minute', async () => {
    const { streamId, host, grant } = await stream();
    const sending = await grant(host, 'host');
    const watching = await grant(uuidv7(), 'viewer');
    const [sender, viewer] = [readToken(sending.token), readToken(watching.token)];
    for (const [token, { uid }] of [
      [sender, sending],
      [viewer, watching],
    ] as const) {
      expect(token).toMatchObject({
        appId: keys.appId,
        channel: streamId,
        uid: String(uid),
        type: 1,
        services: 1,
      });
      expect(token.expires).toBe(60);
      expect(Math.abs(token.issued - Date.now() / 1_000)).toBeLessThan(5);
    }
    expect(Object.keys(sender.privileges)).toEqual(
      expect.arrayContaining([mayJoin, maySendSound, maySendPicture]),
    );
    expect(Object.keys(viewer.privileges)).toEqual([mayJoin]);
    expect(watching).toMatchObject({ watches: sending.uid });
    expect(sending.watches).toBeNull();
    expect(watching.uid).not.toBe(sending.uid);
  });

  test('a token that was changed, or signed with another certificate, is noticed here too', async () => {
    const { host, grant } = await stream();
    const bytes = inflateSync(Buffer.from((await grant(host, 'host')).token.slice(3), 'base64'));
    // The last byte belongs to the account's number.
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) === 49 ? 50 : 49, bytes.length - 1);
    expect(() => readToken(`007${deflateSync(bytes).toString('base64')}`)).toThrow('to be true');
    const foreign = { ...keys, certificate: '0'.repeat(32), rest: null };
    const live = createAgoraLive({ keys: foreign, clock: new FakeClock(), log: new RecordedLog() });
    const streamId = uuidv7();
    await live.open({ id: streamId, hosts: [host], isRecorded: false });
    const { token } = (await live.grant({ streamId, userId: host, role: 'host' })) as AgoraGrant;
    expect(() => readToken(token)).toThrow('to be true');
  });

  test('an account keeps its number until it is ejected', async () => {
    const { streamId, grant, live } = await stream();
    const fan = uuidv7();
    const first = await grant(fan, 'viewer');
    expect((await grant(fan, 'viewer')).uid).toBe(first.uid);
    await live.eject(streamId, fan);
    expect((await grant(fan, 'viewer')).uid).not.toBe(first.uid);
  });
});

test('who is ejected, and who is left at the end, is kept out by Agora while tokens last', async () => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push([request.method, request.url, request.headers.authorization, JSON.parse(body)]);
      response.end('{"status":"success"}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const restUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log = new RecordedLog();
  const rest = { id: 'customer', secret: 'key' };
  const live = createAgoraLive({ keys: { ...keys, rest }, clock: new FakeClock(), log, restUrl });
  expect(live.abilities.note).toBeNull();
  const [streamId, host, fan] = [uuidv7(), uuidv7(), uuidv7()];
  await live.open({ id: streamId, hosts: [host], isRecorded: false });
  const { uid } = (await live.grant({ streamId, userId: fan, role: 'viewer' })) as AgoraGrant;
  await live.eject(streamId, fan);
  await live.close(streamId);
  const rule = {
    appid: keys.appId,
    cname: streamId,
    time_in_seconds: 90,
    privileges: ['join_channel'],
  };
  const request = ['POST', '/dev/v1/kicking-rule', `Basic ${Buffer.from('customer:key').toString('base64')}`];
  expect(asked).toEqual([
    [...request, { ...rule, uid }],
    [...request, rule],
  ]);
  server.close();
  server.closeAllConnections();
  // Agora can't be reached: the access has ended here, and that it goes on there for a minute is logged.
  await live.open({ id: streamId, hosts: [host], isRecorded: false });
  await live.grant({ streamId, userId: fan, role: 'viewer' });
  await live.eject(streamId, fan);
  await expect(live.renew({ streamId, userId: fan, role: 'viewer' })).rejects.toMatchObject({ status: 404 });
  expect(log.lines).toMatchObject([{ level: 'error' }]);
});
