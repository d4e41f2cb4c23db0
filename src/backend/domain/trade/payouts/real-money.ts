import type { Ctx } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';

/**
 * Refuses to pay out what test cards brought in.
 * @throws AppError 409
 */
export function refuseWithoutMoney({ config }: Pick<Ctx, 'config'>): void {
  if (config.takesNoMoney)
    throw conflict(
      'This site takes no real money yet, because no payment provider is set up. Nothing can be paid out.',
    );
}
