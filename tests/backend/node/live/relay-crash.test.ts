import { spawn } from 'node:child_process';
import { type Socket, createSocket } from 'node:dgram';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, test } from 'vitest';
import { run as runTool } from '#backend/node/media/ffmpeg.ts';
import { run } from '../../../setup/child.ts';
import { type RawPeer, sendFrom, sendRaw, toPort, watchRaw } from '../../../setup/live-peers.ts';
import { type RelayOptions, pause, startRelay } from '../../../setup/live-site.ts';
import { tools } from '../../../setup/recordings.ts';

type Relay = Awaited<ReturnType<typeof startRelay>>;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

async function relayWith(options: RelayOptions = {}): Promise<Relay> {
  const relay = await startRelay(options);
  undo.push(relay.stop);
  return relay;
}
/** An open stream, and the connections that its people's pages make. */
async function openStream({ live }: Relay, isRecorded = false) {
  const [streamId, host] = [uuidv7(), uuidv7()];
  await live.open({ id: streamId, hosts: [host], isRecorded });
  const ports = new Set<string>();
  const offer = async (userId: string, role: 'host' | 'viewer', sdp: string) => {
    const { token } = (await live.grant({ streamId, userId, role })) as { token: string };
    return { token, answer: await live.connect({ role, streamId, token, sdp }) };
  };
  const connect = (userId: string, role: 'host' | 'viewer') => async (sdp: string) => {
    let { token, answer } = await offer(userId, role, sdp);
    // As pages do while the process starts.
    for (let tries = 1; tries < 3 && 'why' in answer && answer.why.includes('starting'); tries += 1)
      ({ token, answer } = await offer(userId, role, sdp));
    if (!('sdp' in answer)) throw new Error(answer.why);
    ports.add(/127\.0\.0\.1 (\d+) typ host/.exec(answer.sdp)?.[1] ?? '');
    sessions.push({ id: answer.id, token });
    return answer.sdp;
  };
  const sessions: { id: string; token: string }[] = [];
  const kept = async (peer: Promise<RawPeer>) => {
    const { close } = await peer;
    undo.push(close);
    return peer;
  };
  return {
    streamId,
    ports,
    /** Whether the site still knows each connection, which pages ask every second. */
    areKept: () => sessions.map(({ id, token }) => live.holds(id, token)),
    send: () => kept(sendRaw(connect(host, 'host'))),
    sendFrom: (socket: Socket) => kept(sendFrom(socket, connect(host, 'host'))),
    watch: (userId = uuidv7()) => kept(watchRaw(connect(userId, 'viewer'))),
    pid: () => live.relays.of(streamId)?.pid ?? 0,
    stats: () => live.stats(streamId),
  };
}
const grows = (peer: RawPeer) => {
  const before = peer.received();
  return expect.poll(() => peer.received()).toBeGreaterThan(before + 20);
};
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a crash ends one stream’s connections, which are made again at once; the other loses no packet', async () => {
  const relay = await relayWith();
  const [ours, theirs] = [await openStream(relay), await openStream(relay)];
  await ours.send();
  const viewer = await ours.watch();
  const calmHost = await theirs.send();
  const calmViewer = await theirs.watch();
  await Promise.all([grows(viewer), grows(calmViewer)]);
  expect([...ours.ports, ...theirs.ports].length).toBe(2);
  const [before, calm] = [ours.pid(), theirs.pid()];
  const lost = calmHost.sent() - calmViewer.received();

  process.kill(before, 'SIGABRT');
  await expect.poll(ours.areKept).toEqual([false, false]);
  // As their pages do, once the site no longer knows their connections.
  await expect
    .poll(() =>
      ours.send().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const again = await ours.watch();
  await grows(again);
  expect(ours.pid()).not.toBe(before);

  await grows(calmViewer);
  expect(theirs.areKept()).toEqual([true, true]);
  expect(theirs.pid()).toBe(calm);
  // What is on its way may differ by a packet or two.
  await expect.poll(() => calmHost.sent() - calmViewer.received()).toBeLessThanOrEqual(lost);
  expect(relay.ends()).toMatchObject([
    { level: 'warn', facts: { signal: 'SIGABRT', streams: [ours.streamId] } },
  ]);
});

/** Packets of a picture of one colour, as fast as it is shown. */
async function picturesOf(colour: string): Promise<Socket> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  const source = `-v error -nostdin -re -f lavfi -i color=${colour}:s=320x180:r=25`;
  const args = `${source} ${toPort(socket.address().port)}`.split(' ');
  const sender = spawn(tools!.ffmpeg, args, { stdio: 'ignore' });
  undo.push(() => {
    sender.kill('SIGKILL');
    socket.close();
  });
  return socket;
}

test.skipIf(!tools)('a recording holds what came before a crash and what came after it', async () => {
  const relay = await relayWith({ tools });
  const stream = await openStream(relay, true);
  const place = join(relay.folder, 'recordings', stream.streamId);
  /** The sizes of the parts so far. */
  const parts = async () => {
    const names = await readdir(place).catch((): string[] => []);
    return Promise.all(names.toSorted().map(async (name) => (await stat(join(place, name))).size));
  };
  const isWritten = async (part: number) => {
    await expect.poll(async () => (await parts())[part] ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
    const before = (await parts())[part] ?? 0;
    await expect.poll(async () => (await parts())[part] ?? 0, { timeout: 20_000 }).toBeGreaterThan(before);
  };
  await stream.sendFrom(await picturesOf('red'));
  await isWritten(0);
  process.kill(stream.pid(), 'SIGABRT');
  await expect.poll(stream.areKept).toEqual([false]);
  const blue = await picturesOf('blue');
  await expect
    .poll(() =>
      stream.sendFrom(blue).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await isWritten(1);
  await relay.live.close(stream.streamId);

  const recording = (await relay.live.recording(stream.streamId))!;
  expect(recording.mime).toBe('video/mp4');
  expect(recording.seconds).toBeGreaterThan(3);
  await writeFile(join(relay.folder, 'replay.mp4'), Readable.fromWeb((await recording.open()) as never));
  const args = '-v error -i replay.mp4 -vf fps=2,scale=1:1 -f rawvideo -pix_fmt rgb24 -';
  const about = {
    args: args.split(' '),
    folder: relay.folder,
    signal: AbortSignal.timeout(20_000),
    seconds: 20,
  };
  const pixels = await runTool(tools!.ffmpeg, about);
  const colours = Array.from({ length: pixels.length / 3 }, (_, at) =>
    pixels[at * 3]! > pixels[at * 3 + 2]! ? 'red' : 'blue',
  );
  // A second or more of each, and each in its time.
  expect(colours.filter((each) => each === 'red').length).toBeGreaterThan(1);
  expect(colours.filter((each) => each === 'blue').length).toBeGreaterThan(1);
  expect(colours.lastIndexOf('red')).toBeLessThan(colours.indexOf('blue'));
});

test('a stream whose process keeps ending is given up, and the others go on', async () => {
  const relay = await relayWith();
  const [ours, theirs] = [await openStream(relay), await openStream(relay)];
  await theirs.send();
  const calm = await theirs.watch();
  await grows(calm);
  let ends = 0;
  while ((await ours.stats())?.hasFailed === false) {
    await expect.poll(ours.pid).not.toBe(0);
    process.kill(ours.pid(), 'SIGKILL');
    ends += 1;
    await expect.poll(() => relay.ends().length).toBe(ends);
  }
  expect(ends).toBe(6);
  expect(relay.ends().at(-1)).toMatchObject({ level: 'error' });
  await expect(ours.send()).rejects.toThrow('relay');
  expect(await theirs.stats()).toMatchObject({ hasFailed: false });
  await grows(calm);
});

test.skipIf(process.platform === 'win32')('nothing is left running when the server is killed', async () => {
  const server = run(fileURLToPath(new URL('../../../setup/relay-program.ts', import.meta.url)));
  undo.push(() => server.process.kill('SIGKILL'));
  await server.says(/^relays \d+ \d+$/m);
  const pids = /^relays (\d+) (\d+)$/m.exec(server.stdout())?.slice(1).map(Number) ?? [];
  expect(pids.map(isAlive)).toEqual([true, true]);
  server.process.kill('SIGKILL');
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
});

describe('processes and ports', () => {
  const free = async (): Promise<number> => {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
    const { port } = socket.address();
    await new Promise<void>((resolve) => void socket.close(resolve));
    return port;
  };
  const rangeOf = async (count: number) => {
    const first = Math.min(await free(), 65_000);
    return { first, last: first + count - 1 };
  };

  test('there is none before the first stream, and none after the last', async () => {
    const relay = await relayWith();
    const stream = await openStream(relay);
    await expect.poll(stream.pid).not.toBe(0);
    const pid = stream.pid();
    expect(relay.live.load()).toMatchObject({ isRunning: true });
    await relay.live.close(stream.streamId);
    expect(stream.pid()).toBe(0);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('a port in use by another program is passed over', async () => {
    const ports = await rangeOf(3);
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => void socket.bind(ports.first, '127.0.0.1', resolve));
    undo.push(() => socket.close());
    const relay = await relayWith({ ports });
    const stream = await openStream(relay);
    await stream.send();
    expect([...stream.ports]).not.toContain(String(ports.first));
    expect(relay.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('there is room for as many streams as there are ports that no other program holds', async () => {
    const ports = await rangeOf(3);
    const hold = async (port: number) => {
      const socket = createSocket('udp4');
      await new Promise<void>((resolve) => void socket.bind(port, '127.0.0.1', resolve));
      let isHeld = true;
      const free = () => new Promise<void>((resolve) => (isHeld ? socket.close(resolve) : resolve()));
      undo.push(free);
      return async () => {
        await free();
        isHeld = false;
      };
    };
    const [giveFirst] = [await hold(ports.first), await hold(ports.last)];
    const relay = await relayWith({ ports });
    // However many ask at once.
    const asked = await Promise.all(Array.from({ length: 5 }, () => relay.live.hasRoom()));
    expect(asked).toEqual([true, true, true, true, true]);
    const first = await openStream(relay);
    // Also before its process has taken the port.
    expect(await relay.live.hasRoom()).toBe(false);
    await first.send();
    expect([...first.ports]).toEqual([String(ports.first + 1)]);
    expect(await relay.live.hasRoom()).toBe(false);
    await giveFirst();
    expect(await relay.live.hasRoom()).toBe(true);
    const second = await openStream(relay);
    await second.send();
    expect([...second.ports]).toEqual([String(ports.first)]);
    expect(await relay.live.hasRoom()).toBe(false);
  });

  test('a stream beyond the ports is refused, until another one ends', async () => {
    const relay = await relayWith({ ports: await rangeOf(1) });
    expect(await relay.live.hasRoom()).toBe(true);
    const [first, second] = [await openStream(relay), await openStream(relay)];
    expect(await relay.live.hasRoom()).toBe(false);
    await first.send();
    await expect(second.send()).rejects.toThrow('no free port for another stream');
    await relay.live.close(first.streamId);
    expect(await relay.live.hasRoom()).toBe(true);
    await second.send();
    expect(second.ports).toEqual(first.ports);
  });

  test.each([
    ['later', '/nowhere/node'],
    ['at once', 'no\0de'],
  ])('a process that the system refuses %s is started again, on the same port', async (_, refused) => {
    const { execPath } = process;
    undo.push(() => (process.execPath = execPath));
    process.execPath = refused;
    const relay = await relayWith({ ports: await rangeOf(1) });
    const stream = await openStream(relay);
    await expect.poll(() => relay.ends().length).toBe(1);
    expect(relay.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'A relay of live streams failed.' }),
    );
    process.execPath = execPath;
    await expect.poll(stream.pid).not.toBe(0);
    await stream.send();
    expect(relay.ends().length).toBe(1);
  });

  test('there is no room in a process that waits for a port of another program', async () => {
    const ports = await rangeOf(1);
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => void socket.bind(ports.first, '127.0.0.1', resolve));
    const relay = await relayWith({ ports, mostStreams: 2 });
    expect(await relay.live.hasRoom()).toBe(false);
    await openStream(relay);
    expect(await relay.live.hasRoom()).toBe(false);
    await new Promise<void>((resolve) => void socket.close(resolve));
    expect(await relay.live.hasRoom()).toBe(true);
  });

  test('streams share a process where that is asked for', async () => {
    const relay = await relayWith({ ports: await rangeOf(1), mostStreams: 2 });
    const [first, second] = [await openStream(relay), await openStream(relay)];
    expect(await relay.live.hasRoom()).toBe(false);
    await expect.poll(first.pid).not.toBe(0);
    expect(second.pid()).toBe(first.pid());
    // Ends with the last of them.
    await relay.live.close(first.streamId);
    await second.send();
    await pause(1_500);
    expect(isAlive(second.pid())).toBe(true);
  });
});
