import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../../../setup/live-peers.ts';
import { startSite, type Site } from '../../../setup/live-site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('an account’s encoder is ended at once, and neither its page nor the encoders of others', async () => {
  const keys = new Map<string, { streamId: string; userId: string }>();
  site.live.encoder.setKeys(async (key) => keys.get(key) ?? null);
  const open = async () => {
    const [streamId, userId] = [uuidv7(), uuidv7()];
    await site.live.open({ id: streamId, hosts: [userId], isRecorded: false });
    keys.set(`key of ${userId}`, { streamId, userId });
    const exchange = (by: { streamId: string | null; token: string }) => async (sdp: string) => {
      const answer = await site.live.connect({ role: 'host', ...by, sdp });
      return 'sdp' in answer ? answer.sdp : '';
    };
    return {
      userId,
      byKey: () => sendRaw(exchange({ streamId: null, token: `key of ${userId}` })),
      byPage: async () => {
        const { token } = (await site.live.grant({ streamId, userId, role: 'host' })) as { token: string };
        return sendRaw(exchange({ streamId, token }));
      },
      isConnected: async () => (await site.live.stats(streamId))?.hosts[0]?.isConnected,
    };
  };
  const [ours, theirs] = [await open(), await open()];
  const encoders = [await ours.byKey(), await theirs.byKey()];
  await site.live.encoder.end(ours.userId);
  expect([await ours.isConnected(), await theirs.isConnected()]).toEqual([false, true]);

  const page = await ours.byPage();
  await site.live.encoder.end(ours.userId);
  expect(await ours.isConnected()).toBe(true);
  for (const peer of [...encoders, page]) peer.close();
});
