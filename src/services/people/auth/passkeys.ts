import { read, write } from '../../http/endpoints.ts';
import { proven } from '../../http/proof.ts';

export const listPasskeys = read('GET /auth/passkeys', { tags: ['Passkeys'], keepSeconds: 0 });
/** What the browser needs to make one; `addPasskey` takes what it made. */
export const beginPasskey = proven(write('POST /auth/passkeys/options'));
export const addPasskey = proven(write('POST /auth/passkeys', { invalidates: ['Passkeys'] }));
export const renamePasskey = write('PUT /auth/passkeys/:id', { invalidates: ['Passkeys'] });
export const removePasskey = proven(write('DELETE /auth/passkeys/:id', { invalidates: ['Passkeys'] }));
export const undoPasskey = write('POST /auth/passkeys/undo');
/** What the browser needs to log in with one: by itself, or after the password (`challenge`). */
export const beginPasskeyLogin = write('POST /auth/login/passkey/options');
export const loginWithPasskey = write('POST /auth/login/passkey');
export const beginPasskeyProof = write('POST /auth/step-up/options');
