import { describe, expect, test } from 'vitest';
import { limitHeaders } from '#backend/http/limit-headers.ts';
import { testBackend } from '../../setup/backend.ts';
import { postsIn } from '../../setup/posts.ts';

const app = await testBackend();
const { call, makeCreator, makeFan, ports } = app;
const { makePost } = postsIn(app);

describe('the headers of limits', () => {
  test('name the nearest of several', () => {
    const wide = { max: 100, seconds: 3_600, left: 60, resetsIn: 1_800 };
    expect(limitHeaders([wide, { max: 5, seconds: 60, left: 1, resetsIn: 42 }])).toEqual({
      'ratelimit-policy': '"default";q=5;w=60',
      ratelimit: '"default";r=1;t=42',
    });
    expect(limitHeaders([])).toEqual({});
  });

  test('say how often more, until a refusal says when again', async () => {
    const [fan, post] = [await makeFan(), await makePost((await makeCreator()).id)];
    const write = () =>
      call('POST /comments', {
        token: fan.token,
        body: { objectType: 'feed', objectId: post, text: 'Good evening' },
      });
    const first = await write();
    expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
      '"default";q=20;w=60',
      '"default";r=19;t=60',
    ]);
    ports.clock.move('15s');
    expect((await write()).headers.get('ratelimit')).toBe('"default";r=18;t=45');
    for (let at = 2; at < 20; at += 1) await write();
    const refused = await write();
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([
      429,
      '45',
      null,
    ]);
  });

  test('are left out where a call has no limit, and for strangers', async () => {
    const fan = await makeFan();
    const own = await call('GET /users/me', { token: fan.token });
    const login = await call('POST /auth/login', {
      body: { credentials: fan.username ?? '', password: fan.password },
    });
    expect([own.status, own.headers.get('ratelimit')]).toEqual([200, null]);
    expect([login.status, login.headers.get('ratelimit')]).toEqual([200, null]);
  });
});
