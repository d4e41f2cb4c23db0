import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Comments } from '#components/content/community/comments.tsx';
import type { NewAccountLimits } from '#contract/people/accounts.ts';
import { NewAccountSection } from '#features/people/accounts/new-account-section.tsx';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
// Loaded on demand in the product; imported here so that tests don't wait for it.
import '#components/people/accounts/new-account-line.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { messageServer } from '../../../state/setup/messages.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aConversation } from '../../../setup/factories/messages.ts';
import { aLimit, someLimits } from '../../../setup/factories/new-accounts.ts';
import { draw } from '../../../components/setup/draw.tsx';

const ends = /This ends on November 28, 2026 at \d+:\d\d [AP]M\./;

describe('where a comment is written', () => {
  const comments = (found: NewAccountLimits, isNewAccount = true) =>
    draw(
      <Comments
        objectType="feed"
        objectId="p1"
        owner={aCard({ _id: 'c1', name: 'Lena' })}
        access={{ allowed: true, reason: 'free' }}
        count={0}
      />,
      {
        user: { isNewAccount },
        answers: {
          'GET /comments': () => ({ data: [], total: 0, nextCursor: null, closed: null }),
          'GET /users/limits': () => found,
          'POST /comments': () => {
            throw problem(429, {
              code: 'new_account_limit',
              message:
                'New accounts can write 30 comments an hour. You can write the next one in 40 minutes.',
            });
          },
        },
      },
    );
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Write a comment');

  it('a new account reads how many are left, once only a few are', async () => {
    const { hand } = await comments(someLimits([aLimit('comments', { left: 2, isLow: true })]));
    await hand.type(await field(), 'Nice');
    const line = await screen.findByText(/New accounts can write 30 comments an hour\. You have 2 left\./);
    expect(line.textContent).toMatch(ends);
  });

  it('it reads nothing while many are left', async () => {
    const { hand, deps } = await comments(someLimits());
    await hand.type(await field(), 'Nice');
    await waitFor(() => expect(deps.api.routes()).toContain('GET /users/limits'));
    expect(screen.queryByText(/New accounts/)).toBeNull();
  });

  it('an older account isn’t even looked up', async () => {
    const { hand, deps } = await comments(someLimits([aLimit('comments', { left: 0, isLow: true })]), false);
    await hand.type(await field(), 'Nice');
    expect(deps.api.routes()).not.toContain('GET /users/limits');
  });

  it('at the limit, the text stays, and the reason is told', async () => {
    const resetsAt = new Date(Date.now() + 40 * 60_000).toISOString();
    const { hand } = await comments(someLimits([aLimit('comments', { left: 0, isLow: true, resetsAt })]));
    await hand.type(await field(), 'Nice');
    await screen.findByText(/You can write the next one in \d+ minutes\. This ends on/);
    const said = vi.spyOn(toast, 'error');
    await hand.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() =>
      expect(said).toHaveBeenCalledWith(
        'New accounts can write 30 comments an hour. You can write the next one in 40 minutes.',
      ),
    );
    said.mockRestore();
    expect((await field()).value).toBe('Nice');
  });
});

describe('where a conversation begins', () => {
  const conversation = (lastSeq: number) =>
    draw(<ConversationView />, {
      path: '/messages/c1?id=c1',
      user: { isNewAccount: true },
      answers: {
        ...messageServer([]),
        'GET /conversations': () => ({ data: [aConversation('c1', { lastSeq })], total: 1, isMore: false }),
        'GET /conversations/:id': () => aConversation('c1', { lastSeq }),
        'GET /conversations/counts': () => ({ unread: 0, requests: 0 }),
        'GET /scheduled-messages': () => ({ data: [], total: 0 }),
        'GET /users/limits': () =>
          someLimits([aLimit('conversations', { left: 1, isLow: true })], { needsEmail: true }),
      },
    });

  it('a new account reads how many more it can start, and what to do', async () => {
    await conversation(0);
    const line = await screen.findByText(/New accounts can start 20 conversations a day\. You have 1 left\./);
    expect(line.textContent).toContain('if your email address is confirmed by then.');
    expect(screen.getByRole('link', { name: 'Open your account page' }).getAttribute('href')).toBe(
      '/user/account?tab=security',
    );
  });

  it('not in one that has begun', async () => {
    const { deps } = await conversation(3);
    await screen.findByLabelText(/^Message to/);
    expect(deps.api.routes()).not.toContain('GET /users/limits');
  });
});

describe('the account page', () => {
  it('lists the limits, and how they end', async () => {
    const found = someLimits([aLimit('follows', { left: 150 })], { endsAt: null, needsEmail: true });
    await draw(<NewAccountSection />, {
      user: { isNewAccount: true },
      answers: { 'GET /users/limits': () => found },
    });
    expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Accounts without a confirmed email address can start 20 conversations a day. You have 20 left.',
      'Accounts without a confirmed email address can write 30 comments an hour. You have 30 left.',
      'Accounts without a confirmed email address can follow 200 creators a day. You have 150 left.',
    ]);
    expect(screen.getByText('This ends once your email address is confirmed.')).toBeTruthy();
  });

  it('says so when they have ended meanwhile, and why they can’t be shown', async () => {
    let isDown = true;
    const { hand } = await draw(<NewAccountSection />, {
      user: { isNewAccount: true },
      answers: {
        'GET /users/limits': () => {
          if (isDown) throw problem(500, { message: 'We’re having trouble.' });
          return { isNew: false, endsAt: null, needsEmail: false, limits: [] };
        },
      },
    });
    await screen.findByText('We’re having trouble.');
    isDown = false;
    await hand.click(screen.getByRole('button', { name: /again/ }));
    expect(await screen.findByText('Your account no longer has these limits.')).toBeTruthy();
  });

  it('has no such section for others', async () => {
    const { container, deps } = await draw(<NewAccountSection />);
    expect(container.textContent).toBe('');
    expect(deps.api.routes()).not.toContain('GET /users/limits');
  });
});
