import type { CurrentUser } from '#contract/people/accounts.ts';
import type { OwnPerformer } from '#contract/people/creators.ts';
import { hasAll, useChangedElsewhere } from '#components/base/writing/changed-elsewhere.tsx';
import { getMe } from '#services/people/accounts.ts';
import { getOwnPerformer } from '#services/people/creators.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { type ProfileUpdate, selectCurrentUser } from '#state/session/user.ts';
import { useProfileUpdate } from './use-profile-update.ts';

export interface EditedAccount {
  /** The account's; a creator's page has none of its own. */
  readonly updatedAt: string;
  readonly user: CurrentUser;
  /** Null for a fan. */
  readonly performer: OwnPerformer | null;
}

/**
 * Saves a form of the account only as the account was when the form opened. `getParts`: what the form can change.
 */
export function useAccountSaving(
  { user, performer }: Omit<EditedAccount, 'updatedAt'>,
  getParts: (account: EditedAccount) => unknown,
) {
  const [api, store] = [useApi(), useAppStore()];
  const update = useProfileUpdate();
  const pageNow = async () => (performer ? getOwnPerformer(api) : null);
  const elsewhere = useChangedElsewhere<EditedAccount>({
    record: { updatedAt: user.updatedAt, user, performer },
    load: async () => {
      const [now, page] = await Promise.all([getMe(api), pageNow()]);
      return { updatedAt: now.updatedAt, user: now, performer: page };
    },
    getParts,
  });
  const save = async (values: ProfileUpdate): Promise<void> => {
    await elsewhere.send(
      async (version) => {
        await update({ ...values, ...(version !== undefined && { version }) });
        const now = selectCurrentUser(store.getState()) ?? user;
        // It was saved, even if it can't be read again.
        return { updatedAt: now.updatedAt, user: now, performer: await pageNow().catch(() => performer) };
      },
      (now) => hasAll({ ...now.performer, ...now.user }, values),
    );
  };
  return { save, update, elsewhere };
}
