import { afterEach, expect, test, vi } from 'vitest';
import { browserOutbox } from '#state/messages/outbox/browser-outbox.ts';

afterEach(() => void vi.unstubAllGlobals());

// The specification of Web Locks allows it where storage is blocked.
test('a browser that refuses locks doesn’t keep messages from being sent', async () => {
  const request = vi.fn<LockManager['request']>().mockRejectedValue(new DOMException('no', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  await browserOutbox().hold('u1/c1', new AbortController().signal);
  expect(request).toHaveBeenCalledOnce();
});
