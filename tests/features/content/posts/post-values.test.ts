import { describe, expect, it } from 'vitest';
import { postName } from '#features/content/posts/post-name.ts';
import {
  toPostUpdate,
  emptyPost,
  toNewPost,
  postErrors,
  toPostValues,
} from '#features/content/posts/post-values.ts';
import { fromLocalInput, toLocalInput } from '#lib/local-time.ts';
import { anOwnPost } from '../../../setup/factories/posts.ts';

const none = { count: 0, hasTeaser: false, busy: false, failed: false };
const noFiles = { fileIds: [], thumbnailId: null, teaserId: null, alts: {} };

describe('post form values', () => {
  it.each([
    ['nothing at all', {}, none, { text: 'Write something or add a photo.' }],
    ['blanks only', { text: '  \n ' }, none, { text: 'Write something or add a photo.' }],
    ['a photo alone', {}, { ...none, count: 1 }, {}],
    [
      'sold for nothing',
      { text: 'a', sells: true, price: '0' },
      none,
      { price: 'Enter a price from 1 token to 100,000 tokens.' },
    ],
    [
      'sold for half a token',
      { text: 'a', sells: true, price: '1.5' },
      none,
      { price: 'Enter a price from 1 token to 100,000 tokens.' },
    ],
    [
      'sold below nothing',
      { text: 'a', sells: true, price: '-5' },
      none,
      { price: 'Enter a price from 1 token to 100,000 tokens.' },
    ],
    [
      'sold for too much',
      { text: 'a', sells: true, price: '100001' },
      none,
      { price: 'Enter a price from 1 token to 100,000 tokens.' },
    ],
    ['sold at the bounds', { text: 'a', sells: true, price: '100000' }, none, {}],
    ['a price that isn’t asked', { text: 'a', sells: false, price: 'x' }, none, {}],
    ['a photo on its way', { text: 'a' }, { ...none, count: 1, busy: true }, {}],
    [
      'a photo that didn’t arrive',
      { text: 'a' },
      { ...none, count: 1, failed: true },
      { media: 'A file couldn’t be uploaded. Try again or remove it.' },
    ],
  ])('%s', (...[, values, photos, expected]) => {
    expect(postErrors({ ...emptyPost, ...values }, photos)).toEqual(expected);
  });

  it('without a price omit the price and the subscription option', () => {
    expect(
      toNewPost({ ...emptyPost, text: ' a ', price: '50', sells: false }, noFiles, 'published'),
    ).toMatchObject({ text: 'a', price: 0, includedInSubscription: false });
    expect(
      toNewPost({ ...emptyPost, price: '50', sells: true }, { ...noFiles, fileIds: ['f1'] }, 'published'),
    ).toMatchObject({ price: 50, includedInSubscription: true, fileIds: ['f1'] });
  });

  it('are named after the first line, cut between words', () => {
    expect(postName({ text: 'First line\nsecond', type: 'text' })).toBe('First line');
    expect(
      postName({ text: 'Forty jars, what they are for, how long each of them keeps', type: 'text' }),
    ).toBe('Forty jars, what they are for, how long each of…');
    expect(postName({ text: ' ', type: 'photo' })).toBe('Photo post');
    expect(postName({ text: '<!-- over two\nlines --><b>Then</b> words', type: 'text' })).toBe('Then words');
  });
});

describe('selected times', () => {
  it("are converted to and from the viewer's time zone, to the minute", () => {
    const iso = new Date(2026, 10, 20, 18, 5).toISOString();
    expect(toLocalInput(iso)).toBe('2026-11-20T18:05');
    expect(fromLocalInput('2026-11-20T18:05')).toBe(iso);
    for (const half of ['', '2026-11-20', 'soon']) expect(fromLocalInput(half)).toBeNull();
  });

  it("that weren't changed aren't sent as changed, whatever their seconds", () => {
    const post = anOwnPost({
      state: 'scheduled',
      publishedAt: null,
      scheduledAt: '2026-11-20T18:05:42.000Z',
    });
    expect(toPostUpdate(post, toPostValues(post), { files: noFiles, state: undefined })).not.toHaveProperty(
      'scheduledAt',
    );
    expect(
      toPostUpdate(post, { ...toPostValues(post), later: false }, { files: noFiles, state: 'published' }),
    ).toMatchObject({ scheduledAt: null, state: 'published' });
  });

  it("of a poll aren't either: the text around an ended one can still be changed", () => {
    const poll = {
      question: 'Which?',
      options: [
        { _id: 'o1', text: 'Ash', votes: 3 },
        { _id: 'o2', text: 'Tenmoku', votes: 1 },
      ],
      multiple: false,
      expiresAt: '2026-11-20T18:05:42.000Z',
      resultsVisible: 'always' as const,
      ownVotes: [],
      total: 4,
    };
    const post = anOwnPost({ type: 'poll', poll });
    const values = { ...toPostValues(post), text: 'Thank you all' };
    expect(toPostUpdate(post, values, { files: noFiles, state: undefined })).not.toHaveProperty('poll');
    expect(
      toPostUpdate(
        post,
        { ...values, poll: { ...values.poll, ends: false } },
        { files: noFiles, state: undefined },
      ).poll,
    ).toMatchObject({ expiresAt: null, options: ['Ash', 'Tenmoku'] });
  });
});
