import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The project's folder; the scripts work from anywhere. */
export const root = fileURLToPath(new URL('..', import.meta.url));
export const inRoot = (...parts) => join(root, ...parts);
