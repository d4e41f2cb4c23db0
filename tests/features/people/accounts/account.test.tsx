import { creatorStatements } from '#config/creator-statements.ts';
import { notificationTypes } from '#config/notification-types.ts';
import type { NotificationSettings } from '#contract/people/notifications.ts';
import type { CropperProps } from 'react-easy-crop';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { OwnPerformer } from '#contract/people/creators.ts';
import { parseCategories } from '#features/people/accounts/category-fields.tsx';
import { CreatorAccountView } from '#features/people/accounts/creator/creator-account-view.tsx';
import { priceError } from '#features/people/accounts/prices-form.tsx';
import { deviceName } from '#lib/device/device-name.ts';
import { currentUserChanged, selectCurrentUser } from '#state/session/user.ts';
import { UserAccountView } from '#features/people/accounts/user-account-view.tsx';
// Loaded on demand in the product; imported here so that tests don't wait for it.
import '#components/money/payments/add-card-dialog.tsx';
import '#features/people/accounts/buying-sections.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { aUser } from '../../../setup/factories/accounts.ts';
import { aDeletion } from '../../../setup/factories/leaving.ts';
import { anOwnPerformer } from '../../../setup/factories/creators.ts';
import { aSavedCard } from '../../../setup/factories/payments.ts';
import { aClosedList } from '../../../setup/factories/blocks.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';

// jsdom neither loads pictures nor draws them; `e2e/pictures.spec.ts` cuts real ones.
vi.mock('react-easy-crop', async () => {
  const { useEffect } = await import('react');
  return {
    default: function Cropper({ setImageRef, onCropAreaChange }: CropperProps) {
      useEffect(() => {
        setImageRef?.({ current: new Image() });
        const area = { x: 0, y: 0, width: 10, height: 10 };
        onCropAreaChange?.(area, area);
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as a picture loads
      }, []);
      return null;
    },
  };
});
/** Draws nothing, and has it as a picture of the wanted type. */
function fakeCanvas() {
  const drawn: unknown[][] = [];
  const context = { drawImage: (...given: unknown[]) => void drawn.push(given) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type) =>
    take(new Blob(['cut'], { type: type ?? '' })),
  );
  return drawn;
}

const at = '2026-11-20T10:00:00.000Z';
const lists: Replies = {
  'GET /countries/list': () => ({ data: [], total: 0 }),
  'GET /languages/list': () => ({ data: [], total: 0 }),
  'GET /mass-messages/settings': () => ({ weeklyCap: 30, isDefault: true }),
  'GET /block/users': () => ({ data: [], total: 0 }),
  'GET /block/countries': () => aClosedList(),
  'GET /addresses/search': () => ({ data: [], total: 0 }),
  'GET /payment-cards': () => ({ data: [], total: 0 }),
  'GET /notifications/settings': () => ({
    channels: Object.fromEntries(
      notificationTypes.map((type) => [type, { app: true, email: true, push: true }]),
    ) as NotificationSettings['channels'],
    digest: 'daily',
    quietHours: null,
    push: { messages: true, messageText: false },
  }),
  'GET /notifications/push': () => ({ publicKey: null, devices: [] }),
  'GET /user-additional': () => ({ pronouns: ['she/her', 'they/them'] as const satisfies string[] }),
  'GET /auth/deactivation': () => ({ obligations: [] }),
  'GET /auth/deletion': () => aDeletion(),
  'GET /auth/export': () => ({ export: null }),
  'GET /auth/second-factor': () => ({ enabledAt: null, recoveryCodesLeft: 0 }),
  'GET /auth/sessions': () => ({
    data: [
      {
        _id: 's1',
        createdAt: at,
        lastSeenAt: at,
        userAgent: 'Firefox/140 Linux',
        country: null,
        current: true,
      },
      {
        _id: 's2',
        createdAt: at,
        lastSeenAt: at,
        userAgent: 'Chrome/150 Windows',
        country: 'AT',
        current: false,
      },
    ],
    total: 2,
  }),
};
const asFan = ({ answers, ...drawn }: Drawn = {}) =>
  draw(<UserAccountView />, { ...drawn, answers: { ...lists, ...answers } });
const asCreator = async (performer: OwnPerformer, answers: Replies = {}, tab = 'profile') => {
  const drawing = await draw(<CreatorAccountView />, {
    path: `/creator/account?tab=${tab}`,
    user: { isPerformer: true },
    answers: { ...lists, 'GET /performers/me': () => performer, ...answers },
  });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return drawing;
};
const bodiesOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { body: unknown }).body);

describe('typed values', () => {
  const bounds = { min: 295, max: 30_000, currency: 'USD' };
  const refusal = 'Enter a price from $2.95 to $300.00.';
  it.each([
    ['2.95', null],
    ['300', null],
    ['9,99', null],
    ['2.94', refusal],
    ['300.01', refusal],
    ['', refusal],
    ['-5', refusal],
    ['1e2', refusal],
    ['NaN', refusal],
    ['9.999', refusal],
  ])('a price of “%s”', (typed, expected) => {
    expect(priceError(typed, bounds)).toBe(expected);
  });

  it('categories: lower case, each once, none empty', () => {
    expect(parseCategories(' Ceramics, slow living,, ceramics ,')).toEqual(['ceramics', 'slow living']);
  });
});

describe('a browser is named the way its owner knows it', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 OPR/120.0.0.0',
      'Opera on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['curl/8', 'Unknown browser'],
  ])('%s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
});

describe("a fan's account", () => {
  it('saves the profile without touching untouched fields', async () => {
    const { hand, deps } = await asFan({
      user: { email: null },
      answers: { 'PUT /users': () => aUser({ name: 'Mia B' }) },
    });
    const form = within(screen.getByRole('form', { name: 'Profile' }));
    await hand.type(form.getByLabelText('Name'), ' B ');
    await hand.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(bodiesOf(deps.api.calls, 'PUT /users')).toEqual([
        { name: 'Mia B', username: 'mia', bio: '', country: null },
      ]),
    );
    await waitFor(() => expect(deps.said).toEqual([['success', 'Changes saved']]));
  });

  it('a new email waits for both addresses; it can be canceled', async () => {
    const pending = aUser({ pendingEmail: 'mia@elsewhere.test' });
    const { hand, deps } = await asFan({
      answers: { 'PUT /users': ({ body }) => (body?.email === 'mia@example.com' ? aUser() : pending) },
    });
    const form = within(screen.getByRole('form', { name: 'Profile' }));
    await hand.clear(form.getByLabelText('Email'));
    await hand.type(form.getByLabelText('Email'), ' Mia@Elsewhere.test');
    await hand.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Your email is changing to mia@elsewhere.test');
    expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('mia@example.com');
    await waitFor(() => expect(form.queryByRole('button', { name: 'Save' })).toBeNull());
    await hand.click(screen.getByRole('button', { name: 'Keep mia@example.com' }));
    await waitFor(() =>
      expect(screen.queryByText('Your email is changing to mia@elsewhere.test')).toBeNull(),
    );
    const rest = { name: 'Mia', username: 'mia', bio: '', country: null };
    expect(bodiesOf(deps.api.calls, 'PUT /users')).toEqual([
      { ...rest, email: 'Mia@Elsewhere.test' },
      { email: 'mia@example.com' },
    ]);
  });

  it('rejected: the message appears at its field', async () => {
    const sentence = 'That username is taken.';
    const { hand } = await asFan({
      answers: {
        'PUT /users': () => {
          throw problem(409, { message: sentence, errors: [{ field: 'username', message: sentence }] });
        },
      },
    });
    await hand.type(screen.getByLabelText('Username'), 'x');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(sentence);
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
  });

  it('the password: a mistake keeps the input, success clears it', async () => {
    const { hand, deps } = await asFan({
      path: '/user/account?tab=security',
      answers: {
        'PUT /auth/users/me/password': () => {
          throw problem(422, { message: 'That password is too common.' });
        },
      },
    });
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    await hand.type(screen.getByLabelText('New password'), 'short');
    await hand.click(screen.getByRole('button', { name: 'Change password' }));
    expect(deps.api.routes()).not.toContain('PUT /auth/users/me/password');
    await hand.type(screen.getByLabelText('New password'), ' no more');
    await hand.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('That password is too common.');
    expect(value('New password')).toBe('short no more');
    deps.api.answer({ 'PUT /auth/users/me/password': () => ({ success: true }) });
    await hand.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(value('New password')).toBe(''));
  });

  it('other sessions can be logged out from here, but not this one', async () => {
    const { hand, deps } = await asFan({
      path: '/user/account?tab=security',
      answers: { 'DELETE /auth/sessions/:id': () => ({ success: true }) },
    });
    const buttons = await screen.findAllByRole('button', { name: /^Log out/ });
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Log out Chrome on Windows',
      'Log out all other devices',
    ]);
    expect(screen.getByText(/^Austria · last used/)).toBeTruthy();
    expect(screen.getByText(/^Unknown place · last used/)).toBeTruthy();
    await hand.click(buttons[0]!);
    await waitFor(() =>
      expect(deps.api.calls.find(([name]) => name === 'DELETE /auth/sessions/:id')?.[1]).toMatchObject({
        params: { id: 's2' },
      }),
    );
  });

  it('all other devices are logged out with one press, which disappears with the last of them', async () => {
    const { hand, deps } = await asFan({
      path: '/user/account?tab=security',
      answers: { 'DELETE /auth/sessions': () => Promise.reject(problem(500)) },
    });
    const button = await screen.findByRole('button', { name: 'Log out all other devices' });
    await hand.click(button);
    await waitFor(() => expect(deps.api.routes()).toContain('DELETE /auth/sessions'));
    expect(screen.queryByText('All other devices are logged out')).toBeNull();
    const [own] = (await lists['GET /auth/sessions']!({})).data;
    deps.api.answer({
      'DELETE /auth/sessions': () => ({ success: true }),
      'GET /auth/sessions': () => ({ data: own ? [own] : [], total: 1 }),
    });
    await hand.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Log out/ })).toBeNull());
    expect(screen.getByText('This device')).toBeTruthy();
  });

  it('lists the saved cards, each of which can be made default or removed, and adds another', async () => {
    const kept = [
      aSavedCard(),
      aSavedCard({ _id: 'card-2', brand: 'mastercard', last4: '4444', isDefault: false }),
    ];
    const { hand, deps } = await asFan({
      path: '/user/account?tab=payment',
      answers: {
        'GET /payment-cards': () => ({ data: kept, total: 2 }),
        'PUT /payment-cards/:id/default': () => kept[1]!,
        'DELETE /payment-cards/:id': () => ({ success: true }),
      },
    });
    const cards = within(screen.getByRole('region', { name: 'Cards' }));
    expect(
      (await cards.findAllByRole('listitem')).map((row) => row.querySelector('strong')?.textContent),
    ).toEqual(['Visa ending in 4242', 'Mastercard ending in 4444']);
    const idsOf = (route: string) =>
      deps.api.calls
        .filter(([name]) => name === route)
        .map(([, input]) => (input as { params: { id: string } }).params.id);
    await hand.click(cards.getByRole('button', { name: /^Make default\s*the card ending in 4444$/ }));
    await waitFor(() => expect(idsOf('PUT /payment-cards/:id/default')).toEqual(['card-2']));
    await hand.click(cards.getByRole('button', { name: /^Remove\s*the card ending in 4242$/ }));
    await hand.click(screen.getByRole('button', { name: 'Remove card' }));
    await waitFor(() => expect(idsOf('DELETE /payment-cards/:id')).toEqual(['card-1']));
    await hand.click(cards.getByRole('button', { name: 'Add card' }));
    expect(await screen.findByRole('dialog', { name: 'Add card' })).toBeTruthy();
  });

  it('are removed after a question, where there is one', async () => {
    const { hand, store } = await asCreator(anOwnPerformer({ cover: '/media/public/c/1280.webp' }), {
      'DELETE /performers/cover': () => ({ success: true }),
      'DELETE /users/avatar': () => ({ url: '/icons/no-avatar.svg' }),
    });
    act(
      () =>
        void store.dispatch(currentUserChanged({ cover: '/media/public/c/1280.webp', avatar: '/a.webp' })),
    );
    for (const what of ['cover', 'profile picture']) {
      await hand.click(screen.getByRole('button', { name: `Remove ${what}` }));
      const asked = await screen.findByRole('dialog', { name: `Remove your ${what}?` });
      await hand.click(within(asked).getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: `Remove ${what}` })).toBeNull());
    }
    expect(selectCurrentUser(store.getState())).toMatchObject({
      cover: null,
      avatar: '/icons/no-avatar.svg',
    });
  });

  it('show what of a cover a phone and a wide screen show before it is cut', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    const { hand } = await asCreator(anOwnPerformer());
    const cover = new File(['x'], 'cover.png', { type: 'image/png' });
    await hand.upload(screen.getByLabelText('Choose a cover'), cover);
    const dialog = await screen.findByRole('dialog', { name: 'Position your cover' });
    expect(await within(dialog).findByText('On a phone')).toBeTruthy();
    expect(within(dialog).getByText('On a wide screen')).toBeTruthy();
  });

  it("an image that can't be used shows why and is kept for another try", async () => {
    const drawn = fakeCanvas();
    const { hand, deps } = await asFan();
    const input = screen.getByLabelText('Choose a profile picture');
    await hand.upload(input, new File(['x'], 'me.png', { type: 'image/png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Position your profile picture' }));
    expect(deps.api.uploads).toEqual([]);
    await hand.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(deps.api.uploads).toHaveLength(1));
    expect((deps.api.uploads[0]!.files.file as File).name).toBe('me.webp');
    expect(drawn.map(([, ...part]) => part)).toEqual([[0, 0, 10, 10, 0, 0, 10, 10]]);
    deps.api.uploads[0]!.fail(problem(422, { message: 'This picture is too large.' }));
    await screen.findByText('This picture is too large.');
    const section = within(screen.getByRole('region', { name: 'Profile picture' }));
    await hand.click(section.getByRole('button', { name: 'Try again' }));
    expect(deps.api.uploads[1]!.files).toEqual(deps.api.uploads[0]!.files);
  });

  it('a canceled cut and a file beyond the limit send nothing', async () => {
    const { hand, deps } = await asFan();
    const input = screen.getByLabelText('Choose a profile picture');
    await hand.upload(input, new File(['x'], 'me.png', { type: 'image/png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Position your profile picture' }));
    await hand.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const large = new File(['x'], 'me.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 26 * 1024 * 1024 });
    await hand.upload(input, large);
    expect(screen.getByText('That’s too large. The limit is 25 MB.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deps.api.uploads).toEqual([]);
  });
});

describe('a creator’s account', () => {
  it('pending: what is waiting, and that everything can be set up meanwhile', async () => {
    await asCreator(anOwnPerformer({ verified: 'pending' }), {}, 'payouts');
    expect(screen.getByText('We’re reviewing your documents')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send documents' })).toBeTruthy();
  });

  it('rejected: the reason, and how to send documents again', async () => {
    const { hand, deps } = await asCreator(
      anOwnPerformer({ verified: 'rejected', verifiedReason: 'Too blurry.' }),
      {},
      'payouts',
    );
    expect(screen.getByText('Too blurry.')).toBeTruthy();
    await hand.upload(
      screen.getByLabelText('Front of your identity document'),
      new File(['x'], 'id.pdf', { type: 'application/pdf' }),
    );
    const send = screen.getByRole('button', { name: 'Send documents' });
    expect((send as HTMLButtonElement).disabled).toBe(true);
    for (const statement of [creatorStatements.age, creatorStatements.consent])
      await hand.click(screen.getByRole('checkbox', { name: statement }));
    await hand.click(send);
    expect(deps.api.uploads[0]).toMatchObject({
      route: 'POST /performers/documents/upload',
      body: { statements: creatorStatements.version },
    });
  });

  it('approved until a day: what happened, and what to do by when', async () => {
    await asCreator(
      anOwnPerformer({
        verification: {
          next: { who: 'you', until: '2027-03-01T00:00:00.000Z' },
          submittedAt: null,
          expiresAt: '2027-03-01T00:00:00.000Z',
          events: [
            { what: 'submitted', at: '2026-11-01T10:00:00.000Z', reason: null },
            { what: 'approved', at: '2026-11-02T10:00:00.000Z', reason: null },
          ],
        },
      }),
      {},
      'payouts',
    );
    const section = within(screen.getByRole('region', { name: 'Identity verification' }));
    expect(section.getByText(/^Approved until .*2027\. Next: send a new document before then/)).toBeTruthy();
    expect(section.getAllByRole('listitem').map((item) => item.textContent?.split(' ')[0])).toEqual([
      'Documents',
      'Approved',
    ]);
    expect(section.getByRole('button', { name: 'Send documents' })).toBeTruthy();
  });

  it('expired: that nothing is deleted, and what to send', async () => {
    await asCreator(anOwnPerformer({ verified: 'expired' }), {}, 'payouts');
    expect(screen.getByText('Your identity document has expired')).toBeTruthy();
    expect(screen.getByText(/Nothing is deleted in the meantime\./)).toBeTruthy();
  });

  it('approved: neither message', async () => {
    await asCreator(anOwnPerformer(), {}, 'payouts');
    expect([
      screen.queryByText(/your documents/i),
      screen.queryByRole('button', { name: 'Send documents' }),
    ]).toEqual([null, null]);
  });

  it.each([
    ['they/them', 'they/them'],
    ['', null],
  ])('pronouns: “%s” is saved', async (chosen, saved) => {
    const { hand, deps } = await asCreator(anOwnPerformer({ pronouns: 'she/her' }), {
      'PUT /performers/:id': () => anOwnPerformer(),
    });
    const form = within(screen.getByRole('form', { name: 'Profile' }));
    await form.findByRole('option', { name: 'they/them' });
    const pronouns = form.getByLabelText<HTMLSelectElement>(/^Pronouns/);
    expect(pronouns.value).toBe('she/her');
    await hand.selectOptions(pronouns, chosen);
    await hand.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(bodiesOf(deps.api.calls, 'PUT /performers/:id')).toEqual([
        expect.objectContaining({ pronouns: saved }),
      ]),
    );
  });

  it('prices are sent in cents; a failure is shown, and nothing typed is lost', async () => {
    const refused = 'Prices can’t be changed today.';
    const { hand, deps } = await asCreator(
      anOwnPerformer(),
      {
        'PUT /performers/:id': () => {
          throw problem(409, { message: refused });
        },
      },
      'membership',
    );
    const prices = within(screen.getByRole('form', { name: 'Subscription prices' }));
    const type = async (typed: string) => {
      await hand.clear(prices.getByLabelText('Monthly'));
      await hand.type(prices.getByLabelText('Monthly'), typed);
    };
    expect(prices.queryByRole('button', { name: 'Save' })).toBeNull();
    await type('12.5');
    expect(prices.getByText('You get $79.20 of $99.00. That’s $51.00 less than 12 months.')).toBeTruthy();
    await type('8');
    expect(prices.getByText('A year can cost at most 12 months: $96.00.')).toBeTruthy();
    await type('12.5');
    const half = prices.getByLabelText('Discount for 6 months');
    await hand.type(half, '51');
    expect(prices.getByText('Enter a whole number from 0 to 50.')).toBeTruthy();
    await hand.clear(half);
    await hand.type(half, '15');
    expect(prices.getByText('You get $51.00 of $63.75 for 6 months.')).toBeTruthy();
    await hand.click(prices.getByRole('button', { name: 'Save' }));
    await prices.findByText(refused);
    expect(bodiesOf(deps.api.calls, 'PUT /performers/:id')).toEqual([
      {
        monthlyPrice: 1_250,
        yearlyPrice: 9_900,
        quarterlyPercent: null,
        semiannualPercent: 15,
        isFreeSubscription: false,
        freeDays: 7,
      },
    ]);
    expect(prices.getByLabelText<HTMLInputElement>('Monthly').value).toBe('12.5');
    deps.api.answer({ 'PUT /performers/:id': () => anOwnPerformer({ monthlyPrice: 1_250 }) });
    await hand.click(prices.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(prices.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it('asks before a tab with changes is left; discarding them leaves nothing to ask', async () => {
    const { hand, went } = await asCreator(anOwnPerformer(), {}, 'membership');
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(true);
    await hand.type(screen.getByLabelText('Monthly'), '1');
    await hand.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText<HTMLInputElement>('Monthly').value).toBe('9.99');
    await hand.click(screen.getByRole('tab', { name: 'Payouts' }));
    expect(ask).not.toHaveBeenCalled();
    await hand.click(screen.getByRole('tab', { name: 'Membership' }));
    await hand.type(screen.getByLabelText('Monthly'), '1');
    await hand.click(screen.getByRole('tab', { name: 'Payouts' }));
    expect(ask).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. If you leave, they are lost.');
    expect(went).toEqual([
      '/creator/account?tab=payouts',
      '/creator/account?tab=membership',
      '/creator/account?tab=payouts',
    ]);
    ask.mockRestore();
  });

  const at = async (path: string) => {
    const View = path.startsWith('/user') ? UserAccountView : CreatorAccountView;
    await draw(<View />, {
      path,
      user: { isPerformer: true },
      answers: { ...lists, 'GET /performers/me': () => anOwnPerformer() },
    });
    await screen.findAllByRole('tab');
  };
  const sections = () =>
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent ?? '');

  it('has every setting in the tab that its address names, and the profile without one', async () => {
    await at('/creator/account');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.trim())).toEqual([
      'Profile',
      'Membership',
      'Payouts',
      'Cards and addresses',
      'Privacy',
      'Security',
      'Notifications',
    ]);
    expect(screen.getByRole('form', { name: 'Profile' })).toBeTruthy();
  });

  it.each([
    ['profile', 'Interests'],
    ['payment', 'Cards'],
    ['privacy', 'Blocked countries'],
    ['security', 'Password'],
    ['notifications', 'Mass messages'],
    ['membership', 'Subscription prices'],
    ['payouts', 'Payout methods'],
  ])('is the same page at both addresses: %s', async (tab, section) => {
    const seen: string[][] = [];
    for (const path of ['/user/account', '/creator/account']) {
      await at(`${path}?tab=${tab}`);
      await screen.findByRole('heading', { level: 2, name: section });
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Settings');
      expect(screen.getByRole('tab', { selected: true })).toBeTruthy();
      seen.push(sections());
      cleanup();
    }
    const [fromFan = [], fromCreator] = seen;
    expect(fromFan).toEqual(fromCreator);
    // No section twice.
    expect(new Set(fromFan).size).toBe(fromFan.length);
  });

  it('has everything that a fan’s has', async () => {
    const all: Record<string, string[]> = { fan: [], creator: [] };
    for (const tab of ['profile', 'payment', 'privacy', 'security', 'notifications']) {
      await asFan({ path: `/user/account?tab=${tab}` });
      all['fan']!.push(...sections());
      cleanup();
      await at(`/user/account?tab=${tab}`);
      if (tab === 'payment') await screen.findByRole('heading', { level: 2, name: 'Cards' });
      all['creator']!.push(...sections());
      cleanup();
    }
    // A creator's are beside the cover.
    const others = all['fan']!.filter((name) => name !== 'Profile picture');
    expect(others.length).toBeGreaterThan(8);
    expect(all['creator']).toEqual(expect.arrayContaining(others));
    expect(new Set(all['creator']).size).toBe(all['creator']!.length);
  });
});
