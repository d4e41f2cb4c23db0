// @vitest-environment jsdom
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leftPage } from '#services/http/left-page.ts';
import { type PartDeps, discardParts, uploadInParts } from '#services/http/part-upload.ts';
import { ApiProblem, abortedProblem, networkProblem } from '#services/http/problem.ts';
import type { Sending } from '#services/http/upload.ts';

const partBytes = 1_000;
const bytes = randomBytes(3_500);
const film = (name = 'wheel.mp4', content: Buffer = bytes) =>
  new File([new Uint8Array(content)], name, { type: 'video/mp4', lastModified: 7 });
const sha = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The server's side of uploads in parts, and a network that can be told to fail. */
function site() {
  const uploads = new Map<string, { bytes: number; parts: Map<number, Buffer>; finished: boolean }>();
  const calls: string[] = [];
  const trouble: { next: (() => Error | { status: number; text: string })[] } = { next: [] };
  const view = (id: string) => {
    const upload = uploads.get(id);
    if (!upload) throw new ApiProblem({ status: 404, code: 'not_found', message: 'Not found.' });
    const received = [...upload.parts.keys()].toSorted((a, b) => a - b);
    return {
      _id: id,
      filename: '1.mp4',
      path: 'uploads/me/1.mp4',
      bytes: upload.bytes,
      partBytes,
      received,
      finished: upload.finished,
      expiresAt: '',
    };
  };
  const answers: Record<string, (id: string, body: { fileSize?: number; number?: number }) => unknown> = {
    'POST /uploads': (_, { fileSize = 0 }) => {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, { bytes: fileSize, parts: new Map(), finished: false });
      return view(id);
    },
    'GET /uploads/:id': view,
    'POST /uploads/:id/parts': (id, { number = 0 }) => ({
      url: `/${id}/${number}`,
      bytes: Math.min(partBytes, view(id).bytes - (number - 1) * partBytes),
      expiresAt: '',
    }),
    'POST /uploads/:id/finish': (id) => {
      uploads.get(id)!.finished = true;
      return view(id);
    },
    'DELETE /uploads/:id': (id) => uploads.delete(id),
  };
  const call = async (route: string, input: { params?: { id: string }; body?: object } = {}) => {
    calls.push(route);
    return answers[route]!(input.params?.id ?? '', input.body ?? {});
  };
  const send = async ({ url, body, headers, onProgress, signal }: Sending) => {
    if (signal?.aborted) throw abortedProblem();
    const content = Buffer.from(await (body as Blob).arrayBuffer());
    onProgress?.(50);
    calls.push(`PUT ${url}`);
    const failure = trouble.next.shift()?.();
    if (failure instanceof Error) throw failure;
    if (failure) return failure;
    expect(headers['Content-Type']).toBe('video/mp4');
    const [, id = '', number = ''] = url.split('/');
    uploads.get(id)!.parts.set(Number(number), content);
    return { status: 204, text: '' };
  };
  const deps = { call, send, pauseMs: () => 0 } as unknown as PartDeps;
  const stored = (id: string) =>
    Buffer.concat([...uploads.get(id)!.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part));
  return { uploads, calls, trouble, deps, stored };
}

const given = (file: File) => ({ file, fileName: '1.mp4' });
const online = (is: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);
beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('an upload in parts', () => {
  it('arrives whole, with progress that never goes back', async () => {
    const { deps, stored, calls } = site();
    const told: number[] = [];
    const done = await uploadInParts(deps, given(film()), { onProgress: (percent) => told.push(percent) });
    expect(done).toEqual({ filename: '1.mp4', path: 'uploads/me/1.mp4' });
    expect(sha(stored('upload-1'))).toBe(sha(bytes));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(100);
    expect(calls.filter((each) => each.startsWith('PUT'))).toHaveLength(4);
    expect(localStorage.getItem('unfinished-uploads')).toBeNull();
  });

  it('sends only the part again that a lost connection or a busy server cost', async () => {
    const { deps, stored, calls, trouble } = site();
    const paused: boolean[] = [];
    trouble.next = [networkProblem, networkProblem, () => ({ status: 503, text: '' })];
    await uploadInParts(deps, given(film()), { onPause: (isPaused) => paused.push(isPaused) });
    expect(sha(stored('upload-1'))).toBe(sha(bytes));
    expect(calls.filter((each) => each === 'PUT /upload-1/1')).toHaveLength(4);
    expect(calls.filter((each) => each === 'PUT /upload-1/2')).toHaveLength(1);
    expect(paused).toContain(true);
    expect(paused.at(-1)).toBe(false);
  });

  it('waits while the device is offline, and goes on by itself', async () => {
    const { deps, stored, trouble, calls } = site();
    online(false);
    trouble.next = [networkProblem];
    const work = uploadInParts(deps, given(film()), {});
    await vi.waitFor(() => expect(calls.filter((each) => each.startsWith('PUT'))).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls.filter((each) => each.startsWith('PUT'))).toHaveLength(1);
    online(true);
    window.dispatchEvent(new Event('online'));
    await work;
    expect(sha(stored('upload-1'))).toBe(sha(bytes));
  });

  it('goes on after a reload when the same file is chosen again, and begins anew with another', async () => {
    const { deps, stored, trouble, calls, uploads } = site();
    const stop = new AbortController();
    trouble.next = [
      () => ({ status: 500, text: '' }),
      () => {
        stop.abort(leftPage);
        return networkProblem();
      },
    ];
    await expect(uploadInParts(deps, given(film()), { signal: stop.signal })).rejects.toBeInstanceOf(
      ApiProblem,
    );
    uploads.get('upload-1')!.parts.set(1, bytes.subarray(0, partBytes));
    calls.length = 0;
    const told: number[] = [];
    await uploadInParts(deps, given(film()), { onProgress: (percent) => told.push(percent) });
    expect(calls[0]).toBe('GET /uploads/:id');
    expect(calls).not.toContain('POST /uploads');
    expect(calls).not.toContain('PUT /upload-1/1');
    expect(told[0]).toBe(28);
    expect(sha(stored('upload-1'))).toBe(sha(bytes));
    // The same name, length and date, but other bytes.
    const other = randomBytes(bytes.length);
    await uploadInParts(deps, given(film('wheel.mp4', other)), {});
    expect(sha(stored('upload-2'))).toBe(sha(other));
  });

  it('begins anew when the server no longer has it', async () => {
    const { deps, stored, uploads } = site();
    const stop = new AbortController();
    stop.abort(leftPage);
    await uploadInParts(deps, given(film()), { signal: stop.signal }).catch(() => {});
    uploads.delete('upload-1');
    uploads.set('another', { bytes: 1, parts: new Map(), finished: false });
    await uploadInParts(deps, given(film()), {});
    expect(sha(stored('upload-2'))).toBe(sha(bytes));
  });

  it('deletes what has arrived when it is canceled, and not when the page is left', async () => {
    for (const [reason, isKept] of [
      [undefined, false],
      [leftPage, true],
    ] as const) {
      localStorage.clear();
      const { deps, uploads, trouble } = site();
      const stop = new AbortController();
      trouble.next = [() => (stop.abort(reason), abortedProblem())];
      await expect(uploadInParts(deps, given(film()), { signal: stop.signal })).rejects.toMatchObject({
        code: 'aborted',
      });
      expect(uploads.has('upload-1')).toBe(isKept);
      expect(localStorage.getItem('unfinished-uploads') !== null).toBe(isKept);
    }
  });

  it('is over when its object was handed on: an interruption before costs no part', async () => {
    const { deps, calls } = site();
    const handedOn: unknown[] = [];
    const failures = [networkProblem(), new ApiProblem({ status: 503, code: 'busy', message: 'Busy.' })];
    const handOn = async (object: unknown) => {
      handedOn.push(object);
      const failure = failures.shift();
      if (failure) throw failure;
      // Not forgotten before it is over.
      expect(localStorage.getItem('unfinished-uploads')).not.toBeNull();
    };
    await uploadInParts(deps, given(film()), { handOn });
    expect(handedOn).toEqual(
      Array.from({ length: 3 }, () => ({ filename: '1.mp4', path: 'uploads/me/1.mp4' })),
    );
    expect(calls.filter((each) => each.startsWith('PUT'))).toHaveLength(4);
    expect(localStorage.getItem('unfinished-uploads')).toBeNull();
  });

  it('goes on with what has arrived when the page was left while it was handed on', async () => {
    const { deps, calls } = site();
    const stop = new AbortController();
    const leave = async () => {
      stop.abort(leftPage);
      throw networkProblem();
    };
    await uploadInParts(deps, given(film()), { handOn: leave, signal: stop.signal }).catch(() => {});
    calls.length = 0;
    const handedOn: unknown[] = [];
    await uploadInParts(deps, given(film()), { handOn: async (object) => void handedOn.push(object) });
    expect(handedOn).toHaveLength(1);
    expect(calls).toEqual(['GET /uploads/:id', 'POST /uploads/:id/finish']);
  });

  it('begins anew when the server doesn’t take the object', async () => {
    const { deps, calls } = site();
    const gone = new ApiProblem({ status: 422, code: 'invalid_input', message: 'It isn’t there anymore.' });
    const refuse = () => Promise.reject(gone);
    await expect(uploadInParts(deps, given(film()), { handOn: refuse })).rejects.toBe(gone);
    calls.length = 0;
    await uploadInParts(deps, given(film()), {});
    expect(calls[0]).toBe('POST /uploads');
  });

  it('can be discarded while it isn’t running', async () => {
    const { deps, uploads, calls } = site();
    await discardParts(deps.call, film());
    expect(calls).toEqual([]);
    const stop = new AbortController();
    stop.abort(leftPage);
    await uploadInParts(deps, given(film()), { signal: stop.signal }).catch(() => {});
    expect(uploads.has('upload-1')).toBe(true);
    await discardParts(deps.call, film());
    expect(uploads.has('upload-1')).toBe(false);
    expect(localStorage.getItem('unfinished-uploads')).toBeNull();
  });

  it('says at once what no second try would change', async () => {
    const { deps, trouble, calls } = site();
    const full = { status: 507, text: JSON.stringify({ code: 'storage_full', message: 'Full.' }) };
    trouble.next = [() => full];
    await expect(uploadInParts(deps, given(film()), {})).rejects.toMatchObject({ code: 'storage_full' });
    expect(calls.filter((each) => each.startsWith('PUT'))).toHaveLength(1);
  });

  it('gives up after many failures with a connection', async () => {
    const { deps, trouble, calls } = site();
    trouble.next = Array.from({ length: 40 }, () => networkProblem);
    await expect(uploadInParts(deps, given(film()), {})).rejects.toMatchObject({ code: 'network' });
    expect(calls.filter((each) => each.startsWith('PUT'))).toHaveLength(15);
  });
});
