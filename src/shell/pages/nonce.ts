import { createContext } from 'react';

/** The nonce of the page being rendered on the server; in the browser nobody needs one. */
export const NonceContext = createContext<string | undefined>(undefined);
