import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PostTemplate } from '#contract/content/posts/templates.ts';
import { NewPostView } from '#features/content/posts/new-post-view.tsx';
import { toTemplateBody, valuesOfTemplate } from '#features/content/posts/templates/template-values.ts';
import { emptyPost } from '#features/content/posts/post-values.ts';
import { toast } from '#ui/overlays/toast.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';

const aTemplate = (more: Partial<PostTemplate> = {}): PostTemplate => ({
  _id: 't1',
  title: 'Weekly',
  type: 'text',
  text: 'This week: ',
  audience: 'public',
  price: 0,
  includedInSubscription: false,
  commentsEnabled: false,
  poll: null,
  seriesId: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...more,
});
const start = (templates: PostTemplate[], answers: Drawn['answers'] = {}) =>
  draw(<NewPostView />, {
    user: { isPerformer: true },
    answers: {
      'GET /performer/post-series': () => ({ data: [], total: 0 }),
      'GET /performer/post-templates': () => ({ data: templates }),
      'POST /performer/post-templates': () => aTemplate(),
      'PUT /performer/post-templates/:id': () => aTemplate(),
      'DELETE /performer/post-templates/:id': () => ({ success: true }),
      ...answers,
    },
  });
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Text');

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('using a template', () => {
  it('puts its text and settings into the editor, which can be undone', async () => {
    const said = vi.spyOn(toast, 'success');
    const { hand } = await start([aTemplate()]);
    await hand.type(box(), 'Mine');
    await hand.click(screen.getByRole('button', { name: 'Use a template' }));
    await hand.click(await screen.findByRole('button', { name: /^Weekly/ }));
    expect(box().value).toBe('This week: ');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Everyone/ }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Comments/ }).checked).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
    said.mock.calls[0]?.[1]?.action?.run();
    await waitFor(() => expect(box().value).toBe('Mine'));
  });

  it('says that there are none, and how to make one', async () => {
    const { hand } = await start([]);
    await hand.click(screen.getByRole('button', { name: 'Use a template' }));
    expect(await screen.findByText('No templates yet')).toBeTruthy();
  });

  it('says that they didn’t load, and tries again', async () => {
    const { hand } = await start([], {
      'GET /performer/post-templates': () => {
        throw problem(503, { message: 'Try again later.' });
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Use a template' }));
    expect(await screen.findByText('Try again later.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('renames and deletes them', async () => {
    const { hand, deps } = await start([aTemplate()]);
    await hand.click(screen.getByRole('button', { name: 'Use a template' }));
    await hand.click(await screen.findByRole('button', { name: 'Rename Weekly' }));
    const name = screen.getByLabelText('Name');
    expect(document.activeElement).toBe(name);
    await hand.clear(name);
    await hand.type(name, 'Monthly');
    await hand.click(screen.getByRole('button', { name: 'Rename' }));
    await waitFor(() =>
      expect(deps.api.calls.find(([route]) => route === 'PUT /performer/post-templates/:id')?.[1]).toEqual(
        expect.objectContaining({ params: { id: 't1' }, body: { title: 'Monthly' } }),
      ),
    );
    await hand.click(await screen.findByRole('button', { name: 'Delete Weekly' }));
    const asked = await screen.findByRole('dialog', { name: 'Delete “Weekly”?' });
    await hand.click(within(asked).getByRole('button', { name: 'Delete template' }));
    await waitFor(() => expect(deps.api.routes()).toContain('DELETE /performer/post-templates/:id'));
  });
});

describe('saving a template', () => {
  it('takes what is in the editor, under the name of its first line', async () => {
    const { hand, deps } = await start([]);
    await hand.type(box(), '**Weekly** news{enter}Second line');
    await hand.click(screen.getByRole('button', { name: 'Save as template' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save as template' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Weekly news');
    await hand.click(within(dialog).getByRole('button', { name: 'Save template' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deps.api.calls.find(([route]) => route === 'POST /performer/post-templates')?.[1]).toMatchObject({
      body: {
        title: 'Weekly news',
        type: 'text',
        text: '**Weekly** news\nSecond line',
        audience: 'subscribers',
        poll: null,
      },
    });
  });

  it('shows why it can’t be saved, and keeps the name', async () => {
    const { hand } = await start([], {
      'POST /performer/post-templates': () => {
        throw problem(409, { message: 'You can have 50 templates. Delete one you don’t need.' });
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Save as template' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save as template' });
    await hand.click(within(dialog).getByRole('button', { name: 'Save template' }));
    expect((await within(dialog).findAllByText('Enter a name.')).length).toBeGreaterThan(0);
    await hand.type(within(dialog).getByLabelText('Name'), 'Weekly');
    await hand.click(within(dialog).getByRole('button', { name: 'Save template' }));
    expect(await within(dialog).findByText(/^You can have 50 templates/)).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Weekly');
  });
});

it('a poll and a price go through a template unchanged', () => {
  const values = {
    ...emptyPost,
    kind: 'poll' as const,
    sells: true,
    price: '40',
    poll: { ...emptyPost.poll, question: 'Which?', options: ['Red', ''], multiple: true },
  };
  const saved = toTemplateBody(values, 'Poll');
  expect(saved).toMatchObject({ type: 'poll', price: 40, poll: { question: 'Which?', options: ['Red'] } });
  const back = valuesOfTemplate(aTemplate({ ...saved, price: 40 }));
  expect(back).toMatchObject({
    kind: 'poll',
    sells: true,
    price: '40',
    poll: { options: ['Red', ''], multiple: true, ends: false },
  });
  expect(back).not.toHaveProperty('scheduledAt');
});
