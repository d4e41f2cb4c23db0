import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#config/limits.ts';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { leftPage } from '#services/http/left-page.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { messageServer } from '../../../state/setup/messages.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';

const send = 'POST /messages/conversations/:id';
const notice = /You’re offline\. Send now, and these files stay on this device/;

async function openConversation({ isPerformer = false, ...user }: Partial<CurrentUser> = {}) {
  const conversation = aConversation('c1', { lastSeq: 1, recipient: aCard({ isPerformer: !isPerformer }) });
  const drawing = await draw(<ConversationView />, {
    path: '/messages/c1?id=c1',
    user: { isPerformer, ...user },
    answers: {
      ...messageServer([aMessage(1)]),
      'GET /conversations': () => ({ data: [conversation], total: 1, isMore: false }),
      'GET /conversations/:id': () => conversation,
      'GET /scheduled-messages': () => ({ data: [], total: 0 }),
      [send]: ({ body: { data } }) => aMessage(2, { senderId: 'me', clientId: data.clientId ?? null }),
    },
  });
  await screen.findByRole('heading', { level: 1, name: /Lena/ });
  return drawing;
}

async function open(isPerformer = false, files: readonly string[] = ['pot.png']) {
  const drawing = await openConversation({ isPerformer });
  const { hand, deps } = drawing;
  await hand.upload(
    screen.getByLabelText('Photos or videos'),
    files.map((name) => new File(['x'], name, { type: name.endsWith('.png') ? 'image/png' : 'video/mp4' })),
  );
  await waitFor(() => expect(deps.api.uploads).toHaveLength(files.length));
  const fail = (status: number) =>
    act(async () => deps.api.uploads.at(-1)!.fail(problem(status, { message: 'It didn’t arrive.' })));
  return { ...drawing, fail };
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

beforeEach(() => sessionStorage.clear());
afterEach(() => localStorage.clear());

it('a file that can’t be uploaded without a connection says so, and can be sent with the message', async () => {
  const { hand, deps, fail } = await open();
  expect([button().disabled, screen.queryByText(notice)]).toEqual([true, null]);
  await fail(0);
  expect(await screen.findByText(notice)).toBeTruthy();
  expect(button().disabled).toBe(false);
  await hand.click(button());
  // It is uploaded with the message: the outbox has it now, and the form is empty.
  await waitFor(() => expect(deps.api.uploads).toHaveLength(2));
  expect([screen.queryByText(notice), screen.queryByRole('list', { name: 'Attachments' })]).toEqual([
    null,
    null,
  ]);
  expect(deps.api.routes()).not.toContain(send);
  await act(async () => deps.api.uploads[1]!.arrive(aFile({ _id: 'f9' })));
  await waitFor(() =>
    expect(deps.api.calls.find(([route]) => route === send)?.[1]).toMatchObject({
      body: { data: { files: ['f9'] } },
    }),
  );
});

it('photos and videos keep the order they were picked in, whichever of them had to wait', async () => {
  const { hand, deps } = await open(false, ['one.mp4', 'two.png', 'three.png']);
  const { uploads } = deps.api;
  await act(async () => {
    uploads[0]!.fail(problem(0));
    uploads[1]!.arrive(aFile({ _id: 'two' }));
    uploads[2]!.fail(problem(0));
  });
  await screen.findByText(notice);
  await hand.click(button());
  for (const [at, _id] of [
    [3, 'one'],
    [4, 'three'],
  ] as const) {
    await waitFor(() => expect(uploads).toHaveLength(at + 1));
    await act(async () => uploads[at]!.arrive(aFile({ _id })));
  }
  await waitFor(() =>
    expect(deps.api.calls.find(([route]) => route === send)?.[1]).toMatchObject({
      body: { data: { files: ['one', 'two', 'three'] } },
    }),
  );
});

it('a file that the server refused isn’t kept: it is mended or removed first', async () => {
  const { fail } = await open();
  await fail(422);
  expect(await screen.findByText('It didn’t arrive.')).toBeTruthy();
  expect([button().disabled, screen.queryByText(notice)]).toEqual([true, null]);
});

describe('a large video', () => {
  const open = async (user: Partial<CurrentUser> = {}) => {
    const drawing = await openConversation(user);
    const attach = (file: File) => drawing.hand.upload(screen.getByLabelText('Photos or videos'), [file]);
    return { ...drawing, attach, cloud: drawing.deps.api.cloud };
  };
  const film = () =>
    new File([new Uint8Array(limits.upload.partBytes + 1)], 'kiln.mp4', { type: 'video/mp4' });
  const sized = (bytes: number) => Object.defineProperty(film(), 'size', { value: bytes });

  it('waits for a connection and goes on by itself', async () => {
    const { deps, attach, cloud } = await open();
    await attach(film());
    await waitFor(() => expect(cloud).toHaveLength(1));
    await act(async () => (cloud[0]!.progress(40), cloud[0]!.pause(problem(0))));
    expect(await screen.findByText('Waiting for a connection · 40% of 17 MB')).toBeTruthy();
    await act(async () => (cloud[0]!.goOn(), cloud[0]!.progress(60)));
    expect(await screen.findByText('60% of 17 MB')).toBeTruthy();
    expect([button().disabled, screen.queryByText(notice)]).toEqual([true, null]);
    await act(async () => cloud[0]!.arrive({ filename: '1.mp4', path: 'uploads/me/1.mp4' }));
    await waitFor(() => expect(deps.api.uploads).toHaveLength(1));
    expect(deps.api.uploads[0]).toMatchObject({
      route: 'POST /messages/private/file/video',
      body: { filename: '1.mp4', path: 'uploads/me/1.mp4' },
    });
    await act(async () => deps.api.uploads[0]!.arrive(aFile({ _id: 'f1' })));
    await waitFor(() => expect(button().disabled).toBe(false));
  });

  it('that waits can be sent with the message: what has arrived stays, and the message shows the rest', async () => {
    const { hand, deps, attach, cloud } = await open();
    await attach(film());
    await waitFor(() => expect(cloud).toHaveLength(1));
    await act(async () => cloud[0]!.pause(problem(0)));
    expect(await screen.findByText(notice)).toBeTruthy();
    await hand.click(button());
    await waitFor(() => expect(cloud).toHaveLength(2));
    expect([cloud[0]!.isStopped(), cloud[0]!.reason()]).toEqual([true, leftPage]);
    await act(async () => cloud[1]!.progress(40));
    expect(await screen.findByText('Uploading, 40%')).toBeTruthy();
    await act(async () => cloud[1]!.pause(problem(0)));
    expect(await screen.findByText('Waiting for connection')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Waiting for connection')).toBeNull());
    expect(deps.api.routes()).not.toContain(send);
  });

  it('that is removed is deleted where it has arrived', async () => {
    const { hand, attach, cloud } = await open();
    await attach(film());
    await waitFor(() => expect(cloud).toHaveLength(1));
    await hand.click(screen.getByRole('button', { name: 'Cancel kiln.mp4' }));
    expect([cloud[0]!.isStopped(), cloud[0]!.reason() === leftPage]).toEqual([true, false]);
  });

  it('can have 5 GB with a creator and 512 MB with others', async () => {
    const fan = await open();
    await fan.attach(sized(limits.upload.videoBytes + 1));
    expect(await screen.findByText(/^Files can be up to 512 MB/)).toBeTruthy();
    expect(fan.cloud).toHaveLength(0);
    fan.unmount();
    const creator = await open({ isPerformer: true });
    await creator.attach(sized(limits.upload.videoBytes + 1));
    await waitFor(() => expect(creator.cloud).toHaveLength(1));
    await creator.attach(sized(limits.upload.largestBytes + 1));
    expect(await screen.findByText(/^Files can be up to 5 GB/)).toBeTruthy();
  });
});

it('the notice goes when the file is uploaded after all', async () => {
  const { hand, deps, fail } = await open();
  await fail(0);
  await screen.findByText(notice);
  await hand.click(screen.getByRole('button', { name: 'Try pot.png again' }));
  await act(async () => deps.api.uploads.at(-1)!.arrive(aFile()));
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  expect(button().disabled).toBe(false);
});

it('a message isn’t scheduled without its files', async () => {
  const { hand, fail } = await open(true);
  await fail(0);
  await screen.findByText(notice);
  await hand.click(screen.getByRole('button', { name: 'More ways to write' }));
  const later = await screen.findByRole('menuitem', { name: 'Send later' });
  expect(later.getAttribute('aria-disabled')).toBe('true');
});
