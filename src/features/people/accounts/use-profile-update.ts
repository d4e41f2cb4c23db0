import { useAppStore } from '#state/hooks.ts';
import { type ProfileUpdate, profileUpdateRequested, selectProfileUpdate } from '#state/session/user.ts';

/** Updates the profile through the store. Rejects with the server's problem, which a form shows. */
export function useProfileUpdate(): (values: ProfileUpdate) => Promise<void> {
  const store = useAppStore();
  return (values) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const { updating, error, sent } = selectProfileUpdate(store.getState());
        if (updating && sent === values) return;
        leave();
        if (sent !== values) reject(new Error('Another change was being saved.'));
        else if (error) reject(error);
        else resolve();
      };
      store.dispatch(profileUpdateRequested(values));
      const leave = store.subscribe(look);
    });
}
