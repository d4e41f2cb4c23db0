import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { titleOf } from '#features/studio/delete-post';
import { EditFeedView } from '#features/studio/edit-feed-view';
import { NewFeedView } from '#features/studio/new-feed-view';
import { bodyOf, emptyPost, postErrors } from '#features/studio/post-values';
import type { OwnFeed } from '#contract/feeds';
import { problem } from '../state/setup/fake-api.ts';
import { draw, type Drawn } from './parts/setup/draw.tsx';
import { aFeed, aFile } from './parts/setup/records.ts';

const creator = { user: { isPerformer: true } } as const;
const route = 'POST /performer/feeds';
const own = (changes: Partial<OwnFeed> = {}): OwnFeed => ({ ...aFeed(), sold: 0, earned: 0, ...changes });
const none = { count: 0, busy: false, failed: false };

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});
afterEach(() => void vi.restoreAllMocks());

describe('a post as typed', () => {
  it.each([
    ['nothing at all', {}, none, { text: 'Write something or add a photo.' }],
    ['blanks only', { text: '  \n ' }, none, { text: 'Write something or add a photo.' }],
    ['a photo alone', {}, { ...none, count: 1 }, {}],
    ['sold for nothing', { text: 'a', sells: true, price: '0' }, none, { price: 'Enter a price from 1 token to 100,000 tokens.' }],
    ['sold for half a token', { text: 'a', sells: true, price: '1.5' }, none, { price: 'Enter a price from 1 token to 100,000 tokens.' }],
    ['sold below nothing', { text: 'a', sells: true, price: '-5' }, none, { price: 'Enter a price from 1 token to 100,000 tokens.' }],
    ['sold for too much', { text: 'a', sells: true, price: '100001' }, none, { price: 'Enter a price from 1 token to 100,000 tokens.' }],
    ['sold at the bounds', { text: 'a', sells: true, price: '100000' }, none, {}],
    ['a price that isn’t asked', { text: 'a', sells: false, price: 'x' }, none, {}],
    ['a photo on its way', { text: 'a' }, { count: 1, busy: true, failed: false }, { photos: 'Wait until every photo is there.' }],
    ['a photo that didn’t arrive', { text: 'a' }, { count: 1, busy: false, failed: true }, { photos: 'A photo didn’t arrive. Try it again or take it out.' }],
  ])('%s', (...[, values, photos, expected]) => {
    expect(postErrors({ ...emptyPost, ...values }, photos)).toEqual(expected);
  });

  it('that isn’t sold has no price and is no part of a subscription’s extras', () => {
    expect(bodyOf({ ...emptyPost, text: ' a ', price: '50', sells: false }, [])).toMatchObject({ text: 'a', price: 0, includedInSubscription: false });
    expect(bodyOf({ ...emptyPost, price: '50', sells: true }, ['f1'])).toMatchObject({ price: 50, includedInSubscription: true, fileIds: ['f1'] });
  });

  it('is named by its first line, cut between words', () => {
    expect(titleOf({ text: 'First line\nsecond', type: 'text' })).toBe('First line');
    expect(titleOf({ text: 'Forty jars, what they are for, how long each of them keeps', type: 'text' })).toBe('Forty jars, what they are for, how long each of…');
    expect(titleOf({ text: ' ', type: 'photo' })).toBe('Photo post');
  });
});

describe('a new post', () => {
  const start = (drawn: Drawn = {}) => draw(<NewFeedView />, { ...creator, ...drawn });
  const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  const press = () => screen.getByRole('button', { name: 'Publish' });

  it('with nothing in it isn’t sent', async () => {
    const { hand, world } = await start();
    await hand.click(press());
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Write something or add a photo.' })).toBeTruthy();
    expect(world.api.routes()).not.toContain(route);
  });

  it('keeps its words over a reload, and forgets them once they are out', async () => {
    const first = await start();
    await first.hand.type(screen.getByLabelText('Text'), 'Half a thought');
    first.unmount();
    const { hand, world, went } = await start({ answers: { [route]: () => own({ _id: 'new' }) } });
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Half a thought');
    await hand.click(press());
    await waitFor(() => expect(went).toEqual(['/feeds/new']));
    expect(world.api.calls.find(([name]) => name === route)?.[1]).toMatchObject({ body: { type: 'text', text: 'Half a thought', audience: 'subscribers', price: 0 } });
    expect(localStorage.getItem('draft:post')).toBeNull();
  });

  it('refused: the server’s reason, and nothing typed is lost', async () => {
    const reason = 'Your profile is still being checked. You can publish as soon as it is approved.';
    const { hand, went } = await start({ answers: { [route]: () => { throw problem(403, { message: reason }); } } });
    await hand.type(screen.getByLabelText('Text'), 'Ready');
    await hand.click(press());
    expect((await screen.findByRole('alert')).textContent).toContain(reason);
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Ready');
    expect(went).toEqual([]);
  });

  it('carries its photos in the order that was chosen', async () => {
    const { hand, world } = await start({ answers: { [route]: () => own() } });
    await hand.upload(screen.getByLabelText('Add photos'), [photo('a.jpg'), photo('b.jpg')]);
    world.api.uploads.forEach((upload, at) => upload.arrive(aFile({ _id: `f${at + 1}` })));
    await hand.click(await screen.findByRole('button', { name: 'Move b.jpg up' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move b.jpg up' }).disabled).toBe(true);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await hand.click(press());
    await waitFor(() => expect(world.api.calls.find(([name]) => name === route)?.[1]).toMatchObject({ body: { type: 'photo', fileIds: ['f2', 'f1'] } }));
  });

  it('waits for a photo, says why one failed, and sends it again', async () => {
    const { hand, world } = await start({ answers: { [route]: () => own() } });
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    act(() => world.api.uploads[0]!.progress(30));
    expect(await screen.findByText(/^30% of/)).toBeTruthy();
    await hand.click(press());
    expect(screen.getByText('Wait until every photo is there.')).toBeTruthy();
    world.api.uploads[0]!.fail(problem(422, { message: 'This isn’t a picture.' }));
    expect(await screen.findByText('This isn’t a picture.')).toBeTruthy();
    await hand.click(press());
    expect(world.api.routes()).not.toContain(route);
    await hand.click(screen.getByRole('button', { name: 'Try a.jpg again' }));
    world.api.uploads[1]!.arrive(aFile({ _id: 'f9' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await hand.click(press());
    await waitFor(() => expect(world.api.calls.find(([name]) => name === route)?.[1]).toMatchObject({ body: { fileIds: ['f9'] } }));
  });

  it('stops an upload that is taken out', async () => {
    const { hand, world } = await start();
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    await hand.click(await screen.findByRole('button', { name: 'Cancel a.jpg' }));
    expect(world.api.uploads[0]!.isStopped()).toBe(true);
    expect(screen.queryByText('a.jpg')).toBeNull();
  });

  it('asks before it is left with a photo under way, and only then', async () => {
    const { hand, world } = await start();
    const leaving = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(leaving()).toBe(true);
    await hand.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    await screen.findByRole('button', { name: 'Cancel a.jpg' });
    expect(leaving()).toBe(false);
    world.api.uploads[0]!.arrive(aFile());
    await waitFor(() => expect(leaving()).toBe(true));
  });
});

describe('changing a post', () => {
  const view = (feed: OwnFeed, drawn: Drawn = {}) =>
    draw(<EditFeedView />, { ...creator, path: '/creator/feeds/x?id=p1', ...drawn, answers: { 'GET /performer/feeds/:id': () => feed, ...drawn.answers } });

  it('of video leaves its media alone', async () => {
    const { hand, world } = await view(own({ type: 'video', text: 'Old' }), { answers: { 'PUT /performer/feeds/:id': () => own() } });
    await hand.type(await screen.findByLabelText('Text'), ' and new');
    expect(screen.getByText('Its media stay as they are.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(world.api.routes()).toContain('PUT /performer/feeds/:id'));
    const [, sent] = world.api.calls.find(([name]) => name === 'PUT /performer/feeds/:id')!;
    const { body } = sent as { body: object };
    expect(body).toMatchObject({ text: 'Old and new' });
    expect(body).not.toHaveProperty('fileIds');
  });

  it('asks before it deletes, and says who keeps it', async () => {
    const { hand, world, went } = await view(own({ text: 'Glazes', sold: 2 }), { answers: { 'DELETE /performer/feeds/:id': () => ({ success: true }) } });
    await hand.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete “Glazes”?' });
    expect(dialog.textContent).toContain('The 2 people who bought it can still read it.');
    expect(world.api.routes()).not.toContain('DELETE /performer/feeds/:id');
    await hand.click(within(dialog).getByRole('button', { name: 'Delete the post' }));
    await waitFor(() => expect(went).toEqual(['/creator/feeds']));
  });

  it('that isn’t there says so, with the way back', async () => {
    await view(own(), { answers: { 'GET /performer/feeds/:id': () => { throw problem(404, { code: 'not_found' }); } } });
    expect(await screen.findByText('This post isn’t here')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/creator/feeds');
  });
});
