import { read, write } from '../../http/endpoints.ts';
import { proven } from '../../http/proof.ts';

export const loginWithCode = write('POST /auth/login/code');
/** Finishes a login to a deactivated account, and reactivates it. */
export const reactivateAccount = write('POST /auth/login/reactivate');
export const stepUp = write('POST /auth/step-up');
export const getSecondFactor = read('GET /auth/second-factor', { tags: ['SecondFactor'], keepSeconds: 0 });
/** Prepares an authenticator app; `confirmSecondFactor` turns it on. */
export const beginSecondFactor = proven(write('POST /auth/second-factor'));
export const confirmSecondFactor = proven(write('POST /auth/second-factor/confirm'));
export const removeSecondFactor = proven(
  write('DELETE /auth/second-factor', { invalidates: ['SecondFactor'] }),
);
export const renewRecoveryCodes = proven(write('POST /auth/second-factor/recovery-codes'));
export const undoSecondFactor = write('POST /auth/second-factor/undo');
