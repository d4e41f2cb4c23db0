import { z } from 'zod';

/** Why an operator did something. Kept in the audit log. */
export const Reason = z.string().trim().min(1, 'Enter a reason.').max(500, 'Use at most 500 characters.');
