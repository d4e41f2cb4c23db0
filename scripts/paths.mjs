import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The project's folder, so that the scripts work from any working directory. */
export const root = fileURLToPath(new URL('..', import.meta.url));
export const inRoot = (...parts) => join(root, ...parts);
